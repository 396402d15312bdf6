import type { AccessEntry } from '../entry.ts'
import { byLinkToken, byRequest, bySignedIn, byToken, owners, someSecret, uploaders } from './presets.ts'
import { requestFolders } from './rows-of-members.ts'
import { evenClosed, openOnly, requestedFolders, requestedItems, uploadsByRequest } from './rows-of-requests.ts'
import { ownFolders, ownRequests } from './rows-of-users.ts'

export const uploadRequestsCalls: Readonly<Record<string, AccessEntry>> = {
  'upload-requests.browse': { ...bySignedIn, token: 'upload-requests', demoMayCall: true },
  'upload-requests.change-end': {
    call: ({ targets }) => ({ params: { token: targets[0]! }, body: { closes_at: null } }),
    subjects: ['request'],
    actors: owners,
    accounts: [ownRequests],
    token: 'upload-requests',
  },
  'upload-requests.close': {
    call: byToken,
    subjects: ['request'],
    actors: owners,
    accounts: [ownRequests],
    token: 'upload-requests',
  },
  'upload-requests.create': {
    call: ({ targets }) => ({ body: { folder_id: targets[0]! } }),
    subjects: ['folder'],
    actors: owners,
    restricted: 'upload',
    accounts: [ownFolders],
    members: [requestFolders],
    token: 'upload-requests',
  },
  'upload-requests.email': {
    call: ({ targets }) => ({
      params: { token: targets[0]! },
      body: { emails: ['n@example.com'] },
    }),
    subjects: ['request'],
    actors: owners,
    accounts: [ownRequests],
    token: 'upload-requests',
  },
  'upload-requests.qr-code': {
    call: ({ targets }) => ({
      params: { token: targets[0]! },
      query: { origin: 'https://files.example' },
    }),
    subjects: ['request'],
    actors: owners,
    accounts: [ownRequests],
    token: 'upload-requests',
    demoMayCall: true,
  },
  'upload-requests.renew': {
    call: byToken,
    subjects: ['request'],
    actors: owners,
    restricted: 'upload',
    accounts: [ownRequests],
    token: 'upload-requests',
  },
  'upload-requests.abort-upload': {
    ...byRequest,
    call: ({ token, targets }) => ({ params: { token, upload_id: targets[0]! } }),
    subjects: ['upload'],
    actors: uploaders,
    requests: [uploadsByRequest],
  },
  'upload-requests.browse-folder': {
    ...byRequest,
    call: ({ token, targets }) => ({ params: { token, id: targets[0]! } }),
    subjects: ['folder'],
    actors: uploaders,
    requests: [requestedFolders],
  },
  'upload-requests.create-folder': {
    ...byRequest,
    call: ({ token, targets }) => ({
      params: { token },
      body: { name: 'x', parent_id: targets[0]! },
    }),
    subjects: ['folder'],
    actors: uploaders,
    requests: [requestedFolders],
  },
  'upload-requests.find-by-prefix': {
    ...byRequest,
    call: ({ token, targets }) => ({
      params: { token, id: targets[0]! },
      query: { prefix: 'x' },
    }),
    subjects: ['folder'],
    actors: uploaders,
    requests: [requestedFolders],
  },
  'upload-requests.finish': {
    ...byRequest,
    call: byLinkToken,
    subjects: ['folder'],
    actors: uploaders,
    requests: [openOnly],
  },
  'upload-requests.move': {
    ...byRequest,
    call: ({ token, targets }) => ({
      params: { token },
      body: { items: [{ id: targets[0]! }], to_id: targets[1]! },
    }),
    subjects: ['file', 'folder'],
    actors: uploaders,
    requests: [requestedItems, requestedFolders],
  },
  'upload-requests.navigation': {
    ...byRequest,
    call: ({ token, targets }) => ({ params: { token }, query: { parent_id: targets[0]! } }),
    subjects: ['folder'],
    actors: uploaders,
    requests: [requestedFolders],
  },
  'upload-requests.remove': {
    ...byRequest,
    call: ({ token, targets }) => ({ params: { token }, body: { items: [{ id: targets[0]! }] } }),
    subjects: ['file'],
    actors: uploaders,
    requests: [requestedItems],
  },
  'upload-requests.rename': {
    ...byRequest,
    call: ({ token, targets }) => ({ params: { token, id: targets[0]! }, body: { name: 'x' } }),
    subjects: ['file'],
    actors: uploaders,
    requests: [requestedItems],
  },
  'upload-requests.show': {
    ...byRequest,
    call: byLinkToken,
    subjects: ['folder'],
    actors: 'ok   ok   | ok   ok   ok   | none none none none none | ok   ok   | ok   ok',
    requests: [evenClosed],
  },
  'upload-requests.upload-chunk': {
    ...byRequest,
    call: ({ token, targets }) => ({
      params: { token },
      query: { name: 'x', parent_id: targets[0]!, upload_id: someSecret, offset: '0' },
    }),
    subjects: ['folder'],
    actors: uploaders,
    requests: [requestedFolders],
  },
  'upload-requests.upload-state': {
    ...byRequest,
    call: ({ token, targets }) => ({ params: { token, upload_id: targets[0]! } }),
    subjects: ['upload'],
    actors: uploaders,
    requests: [uploadsByRequest],
  },
  'upload-requests.upload-whole': {
    ...byRequest,
    call: ({ token, targets }) => ({
      params: { token },
      query: { name: 'x', parent_id: targets[0]! },
    }),
    subjects: ['folder'],
    actors: uploaders,
    requests: [requestedFolders],
  },
}
