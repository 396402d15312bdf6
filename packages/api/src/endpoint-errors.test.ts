import { endpoint } from './endpoint.ts'
import { errorsOf, impliedErrors } from './endpoint-errors.ts'
import { browseFolder, createFolder } from './endpoints/files.ts'
import { ping } from './endpoints/health.ts'
import { publicDirect } from './endpoints/public-downloads.ts'
import { publicShare, publicTree } from './endpoints/public-links.ts'
import { setupStatus } from './endpoints/setup.ts'
import { requestedCreateFolder, showUploadRequest } from './endpoints/upload-requests.ts'
import { uploadWhole } from './endpoints/uploads.ts'
import { signOut } from './endpoints/auth.ts'
import { adminDashboard } from './endpoints/admin.ts'
import { currentUser } from './endpoints/users.ts'
import { endpoints } from './table.ts'

const always = ['validation', 'malformed-request', 'internal', 'busy', 'disk-full', 'invalid-token', 'throttled']
const ofBody = ['too-large', 'unsupported-media-type', 'request-timeout']

test.each([
  { declared: ping, codes: [] },
  { declared: signOut, codes: ['cross-site', ...ofBody] },
  { declared: currentUser, codes: ['unauthenticated', 'insufficient-scope', 'demo-read-only'] },
  {
    declared: browseFolder,
    codes: ['not-found', 'unauthenticated', 'insufficient-scope', 'account-ending', 'demo-read-only'],
  },
  {
    declared: createFolder,
    codes: [
      'cross-site',
      ...ofBody,
      'unauthenticated',
      'insufficient-scope',
      'account-ending',
      'demo-read-only',
      'not-found',
      'create-folder-restricted',
      'owner-restricted',
    ],
  },
  {
    declared: uploadWhole,
    codes: [
      'cross-site',
      'too-large',
      'unsupported-media-type',
      'unauthenticated',
      'insufficient-scope',
      'account-ending',
      'demo-read-only',
      'not-found',
      'upload-restricted',
      'owner-restricted',
    ],
  },
  {
    declared: adminDashboard,
    codes: ['unauthenticated', 'insufficient-scope', 'account-ending', 'demo-read-only', 'forbidden'],
  },
  { declared: setupStatus, codes: ['forbidden', 'not-found'] },
  {
    declared: publicShare,
    codes: ['not-found', 'share-expired', 'share-revoked', 'share-used-up', 'owner-restricted'],
  },
  {
    declared: publicTree,
    codes: ['not-found', 'share-expired', 'share-revoked', 'share-used-up', 'owner-restricted', 'share-locked'],
  },
  {
    declared: publicDirect,
    codes: [
      'not-found',
      'share-expired',
      'share-revoked',
      'share-used-up',
      'owner-restricted',
      'share-locked',
      'share-no-download',
    ],
  },
  { declared: showUploadRequest, codes: ['not-found', 'owner-restricted'] },
  {
    declared: requestedCreateFolder,
    codes: [
      'cross-site',
      ...ofBody,
      'not-found',
      'owner-restricted',
      'upload-request-closed',
      'upload-request-expired',
      'create-folder-restricted',
    ],
  },
])('what $declared.id declares implies its general codes', ({ declared, codes }) => {
  expect([...impliedErrors(declared)].sort()).toEqual([...always, ...codes].sort())
})

test('a privileged change may be refused until the user is confirmed', () => {
  const privileged = endpoint({
    id: 'test.privileged',
    method: 'GET',
    path: '/test',
    summary: 'Test',
    access: { by: 'user', targets: {} },
    confirmed: true,
  })
  expect(impliedErrors(privileged)).toContain('confirmation-required')
})

test('an endpoint may answer what it lists beside what is implied', () => {
  const listing = endpoint({
    id: 'test.listing',
    method: 'GET',
    path: '/test',
    summary: 'Test',
    access: { by: 'anyone', why: 'it is a test' },
    errors: ['too-deep'],
  })
  expect(errorsOf(listing)).toEqual([...always, 'too-deep'])
})

test.each(endpoints.map((one) => [one.id, one] as const))(
  '%s lists each code once, and none that is implied',
  (_id, one) => {
    expect(errorsOf(one)).toEqual([...new Set(errorsOf(one))])
  },
)
