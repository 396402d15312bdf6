import { randomUUID } from 'node:crypto'
import { setupKeyHeader } from '@holdall/api'

export interface CallInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * `targets`: ids or tokens for the rule's targets, in the rule's order, or of what the handler looks for by itself, which is
 * empty where it does not matter; `token`: of the visitor's link.
 */
export interface Given {
  readonly targets: readonly string[]
  readonly token: string
}

const id = '01890000-0000-7000-8000-000000000000'
const secret = 'x'.repeat(22)
const person = { name: 'N', email: 'n@example.com', password: '12345678', password_confirmation: '12345678' }
const nothing = () => ({})
const credential = { id: secret, rawId: secret, type: 'public-key' }
const newCredential = { ...credential, response: { clientDataJSON: 'x', attestationObject: 'x' } }
const usedCredential = { ...credential, response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' } }

/** A well-formed call of every endpoint, so that only its rule can refuse it. An endpoint without one fails the matrix. */
export const inputs: Readonly<Record<string, (given: Given) => CallInput>> = {
  'activity.browse': nothing,
  'activity.of-entry': ({ targets }) => ({ params: { id: targets[0]! } }),
  'admin.dashboard': nothing,
  'admin.new-users': nothing,
  'admin.sections': nothing,
  'admin.test-websockets': nothing,
  'sections.report-failure': () => ({ body: { id: 'platform', version: '1.0.0', reason: 'x', address: null } }),
  'api-tokens.browse': nothing,
  'api-tokens.create': () => ({ body: { name: 'x' } }),
  'api-tokens.remove': ({ targets }) => ({ params: { id: targets[0] || id } }),
  'auth.api-sign-in': () => ({ body: { email: 'nobody@example.com', password: 'x' } }),
  'auth.api-sign-out': nothing,
  'auth.sign-in': () => ({ body: { email: 'nobody@example.com', password: 'x' } }),
  'auth.sign-out': nothing,
  'auth.sign-up': () => ({ body: person }),
  'auth.verify-email': () => ({ params: { id }, body: { expires: '1', signature: 'x' } }),
  'auth.verify-email-link': () => ({ params: { id }, query: { expires: '1', signature: 'x' } }),
  'auth.resend-verification': () => ({ body: { email: `${randomUUID()}@example.com` } }),
  'password.recover': () => ({ body: { email: `${randomUUID()}@example.com` } }),
  'password.reset': () => ({ body: { ...person, token: 'x' } }),
  'content.file': () => ({ params: { id }, query: { for: `u.${id}`, v: '1', expires: '1', signature: 'x' } }),
  'favourites.add': ({ targets }) => ({ body: { ids: [targets[0]!] } }),
  'favourites.remove': ({ targets }) => ({ params: { id: targets[0]! } }),
  'content.thumbnail': () => ({
    params: { size: 'xs', id },
    query: { for: `u.${id}`, v: '1', expires: '1', signature: 'x' },
  }),
  'files.browse': ({ targets }) => ({ params: { id: targets[0]! } }),
  'files.copy': ({ targets }) => ({ body: { items: [{ id: targets[0]! }], to_id: targets[1]! } }),
  'files.latest': nothing,
  'files.find-by-prefix': ({ targets }) => ({ params: { id: targets[0]! }, query: { prefix: 'x' } }),
  'files.navigation': ({ targets }) => ({ query: { parent_id: targets[0]! } }),
  'files.create-folder': ({ targets }) => ({ body: { name: 'x', parent_id: targets[0]! } }),
  'files.taken': ({ targets }) => ({ params: { id: targets[0]! }, body: { names: ['x'] } }),
  'files.rename': ({ targets }) => ({ params: { id: targets[0]! }, body: { name: 'x' } }),
  'files.move': ({ targets }) => ({ body: { items: [{ id: targets[0]! }], to_id: targets[1]! } }),
  'files.remove': ({ targets }) => ({ body: { items: [{ id: targets[0]! }] } }),
  'health.ping': nothing,
  'client-config.show': nothing,
  'human-check.challenge': () => ({ query: { purpose: 'sign-up' } }),
  'pages.show': () => ({ params: { slug: 'privacy-policy' } }),
  'translations.show': () => ({ params: { locale: 'en-US' } }),
  'frontend.sections': nothing,
  'notifications.browse': nothing,
  'notifications.read': nothing,
  'notifications.clear': nothing,
  'notifications.remove': ({ targets }) => ({ params: { id: targets[0] || id } }),
  'openapi.show': nothing,
  'passkeys.browse': nothing,
  'passkeys.confirm': () => ({ body: { credential: usedCredential } }),
  'passkeys.confirmation-options': nothing,
  'passkeys.registration-options': nothing,
  'passkeys.register': () => ({ body: { name: 'x', credential: newCredential } }),
  'passkeys.rename': ({ targets }) => ({ params: { id: targets[0] || id }, body: { name: 'x' } }),
  'passkeys.remove': ({ targets }) => ({ params: { id: targets[0] || id } }),
  'passkeys.sign-in-options': nothing,
  'passkeys.sign-in': () => ({ body: { credential: usedCredential } }),
  'public-downloads.zip': ({ token, targets }) => ({ params: { token }, query: { items: targets[0]! } }),
  'public-downloads.prepare-zip': ({ token, targets }) => ({
    params: { token },
    body: { items: [{ id: targets[0]! }] },
  }),
  'public-downloads.prepared-zip': ({ token, targets }) => ({ params: { token, ticket: targets[0] || secret } }),
  'public-downloads.search': ({ token, targets }) => ({
    params: { token },
    query: { query: 'x', parent_id: targets[0]! },
  }),
  'public-downloads.direct': ({ token }) => ({ params: { token } }),
  'public-downloads.embed': ({ token }) => ({ params: { token } }),
  'public-links.show': ({ token }) => ({ params: { token } }),
  'public-links.unlock': ({ token }) => ({ params: { token }, body: { password: 'x' } }),
  'public-links.browse': ({ token, targets }) => ({ params: { id: targets[0]!, token } }),
  'public-links.find-by-prefix': ({ token, targets }) => ({
    params: { id: targets[0]!, token },
    query: { prefix: 'x' },
  }),
  'public-editing.taken': ({ token, targets }) => ({ params: { token, id: targets[0]! }, body: { names: ['x'] } }),
  'public-editing.create-folder': ({ token, targets }) => ({
    params: { token },
    body: { name: 'x', parent_id: targets[0]! },
  }),
  'public-editing.rename': ({ token, targets }) => ({ params: { token, id: targets[0]! }, body: { name: 'x' } }),
  'public-editing.move': ({ token, targets }) => ({
    params: { token },
    body: { items: [{ id: targets[0]! }], to_id: targets[1]! },
  }),
  'public-editing.remove': ({ token, targets }) => ({ params: { token }, body: { items: [{ id: targets[0]! }] } }),
  'public-editing.upload-chunk': ({ token, targets }) => ({
    params: { token },
    query: { name: 'x', parent_id: targets[0]!, upload_id: secret, offset: '0' },
  }),
  'public-editing.upload-whole': ({ token, targets }) => ({
    params: { token },
    query: { name: 'x', parent_id: targets[0]! },
  }),
  'public-editing.upload-state': ({ token, targets }) => ({ params: { token, upload_id: targets[0]! } }),
  'public-editing.abort-upload': ({ token, targets }) => ({ params: { token, upload_id: targets[0]! } }),
  'public-editing.create-remote-upload': ({ token, targets }) => ({
    params: { token },
    body: { urls: ['https://files.example/a'], parent_id: targets[0]! },
  }),
  'public-editing.remote-uploads': ({ token }) => ({ params: { token } }),
  'public-editing.remove-remote-upload': ({ token, targets }) => ({ params: { token, id: targets[0] || id } }),
  'public-links.file': ({ token }) => ({ params: { token } }),
  'public-links.navigation': ({ token, targets }) => ({ params: { token }, query: { parent_id: targets[0]! } }),
  'remote-uploads.create': ({ targets }) => ({ body: { urls: ['https://files.example/a'], parent_id: targets[0]! } }),
  'remote-uploads.browse': nothing,
  'remote-uploads.remove': ({ targets }) => ({ params: { id: targets[0] || id } }),
  'search.suggest': () => ({ query: { query: 'x' } }),
  'search.browse': ({ targets }) => ({ query: { query: 'x', parent_id: targets[0]! } }),
  'setup.status': () => ({ headers: { [setupKeyHeader]: 'wrong' } }),
  'setup.admin': () => ({ headers: { [setupKeyHeader]: 'wrong' }, body: person }),
  'share-links.browse': nothing,
  'share-links.of-entry': ({ targets }) => ({ params: { id: targets[0]! } }),
  'share-links.create': ({ targets }) => ({ body: { id: targets[0]! } }),
  'share-links.update': ({ targets }) => ({ params: { token: targets[0]! }, body: { protected: false } }),
  'share-links.qr-code': ({ targets }) => ({
    params: { token: targets[0]! },
    query: { origin: 'https://files.example' },
  }),
  'share-links.email': ({ targets }) => ({ params: { token: targets[0]! }, body: { emails: ['n@example.com'] } }),
  'share-links.log': ({ targets }) => ({ params: { token: targets[0]! } }),
  'share-links.revoke': ({ targets }) => ({ body: { tokens: [targets[0]!] } }),
  'share-links.revoke-all': ({ targets }) => ({ body: { ids: [targets[0]!] } }),
  'social-sign-in.begin': () => ({ params: { provider: 'google' } }),
  'social-sign-in.begin-link': () => ({ params: { provider: 'google' } }),
  'social-sign-in.callback': () => ({ params: { provider: 'google' } }),
  'social-sign-in.confirm-pending': () => ({ body: { email: 'nobody@example.com', password: 'x' } }),
  'social-sign-in.list': nothing,
  'social-sign-in.show-pending': nothing,
  'social-sign-in.unlink': () => ({ params: { id } }),
  'teams.browse': ({ targets }) => ({ params: { id: targets[0]! } }),
  'teams.browse-shared': ({ targets }) => ({ params: { id: targets[0]! } }),
  'teams.tree': ({ targets }) => ({ params: { id: targets[0]! } }),
  'teams.create': () => ({ body: { name: 'x', invitations: [] } }),
  'teams.convert': ({ targets }) => ({ params: { id: targets[0]! }, body: { invitations: [] } }),
  'teams.update': ({ targets }) => ({ params: { id: targets[0]! }, body: {} }),
  'teams.dissolve': ({ targets }) => ({ params: { id: targets[0]! } }),
  'teams.leave': ({ targets }) => ({ params: { id: targets[0]! } }),
  'teams.own-invitations': nothing,
  'teams.show-invitation': ({ targets }) => ({ params: { id: targets[0] || id } }),
  'teams.accept-invitation': ({ targets }) => ({ params: { id: targets[0] || id }, body: {} }),
  'teams.decline-invitation': ({ targets }) => ({ params: { id: targets[0] || id }, body: {} }),
  'trash.browse': ({ targets }) => ({ params: { id: targets[0]! } }),
  'trash.restore': ({ targets }) => ({ body: { items: [{ id: targets[0]! }] } }),
  'trash.empty': nothing,
  'upload-requests.create': ({ targets }) => ({ body: { folder_id: targets[0]! } }),
  'upload-requests.browse': nothing,
  'upload-requests.close': ({ targets }) => ({ params: { token: targets[0]! } }),
  'upload-requests.qr-code': ({ targets }) => ({
    params: { token: targets[0]! },
    query: { origin: 'https://files.example' },
  }),
  'upload-requests.email': ({ targets }) => ({
    params: { token: targets[0]! },
    body: { emails: ['n@example.com'] },
  }),
  'upload-requests.renew': ({ targets }) => ({ params: { token: targets[0]! } }),
  'upload-requests.show': ({ token }) => ({ params: { token } }),
  'upload-requests.finish': ({ token }) => ({ params: { token } }),
  'upload-requests.browse-folder': ({ token, targets }) => ({ params: { token, id: targets[0]! } }),
  'upload-requests.find-by-prefix': ({ token, targets }) => ({
    params: { token, id: targets[0]! },
    query: { prefix: 'x' },
  }),
  'upload-requests.navigation': ({ token, targets }) => ({ params: { token }, query: { parent_id: targets[0]! } }),
  'upload-requests.create-folder': ({ token, targets }) => ({
    params: { token },
    body: { name: 'x', parent_id: targets[0]! },
  }),
  'upload-requests.rename': ({ token, targets }) => ({ params: { token, id: targets[0]! }, body: { name: 'x' } }),
  'upload-requests.move': ({ token, targets }) => ({
    params: { token },
    body: { items: [{ id: targets[0]! }], to_id: targets[1]! },
  }),
  'upload-requests.remove': ({ token, targets }) => ({ params: { token }, body: { items: [{ id: targets[0]! }] } }),
  'upload-requests.upload-chunk': ({ token, targets }) => ({
    params: { token },
    query: { name: 'x', parent_id: targets[0]!, upload_id: secret, offset: '0' },
  }),
  'upload-requests.upload-whole': ({ token, targets }) => ({
    params: { token },
    query: { name: 'x', parent_id: targets[0]! },
  }),
  'upload-requests.upload-state': ({ token, targets }) => ({ params: { token, upload_id: targets[0]! } }),
  'upload-requests.abort-upload': ({ token, targets }) => ({ params: { token, upload_id: targets[0]! } }),
  'two-factor.answer-challenge': () => ({ body: { code: '000000' } }),
  'two-factor.confirm': () => ({ body: { code: '000000' } }),
  'two-factor.create-recovery-codes': () => ({ body: { code: '000000' } }),
  'two-factor.disable': () => ({ body: { code: '000000' } }),
  'two-factor.enrol': nothing,
  'two-factor.qr-code': nothing,
  'two-factor.recovery-codes': nothing,
  'upload.chunk': ({ targets }) => ({ query: { name: 'x', parent_id: targets[0]! } }),
  'upload.whole': ({ targets }) => ({ query: { name: 'x', parent_id: targets[0]! } }),
  'upload.state': ({ targets }) => ({ params: { upload_id: targets[0]! } }),
  'upload.abort': ({ targets }) => ({ params: { upload_id: targets[0]! } }),
  'user.current': nothing,
  'user.storage': nothing,
  'versions.restore': ({ targets }) => ({ body: { items: [{ id: targets[0]!, version: 0 }] } }),
  'user.change-password': () => ({
    body: { current: 'x', password: '12345678', password_confirmation: '12345678' },
  }),
  'user.confirm-password': () => ({ body: { password: 'x' } }),
  'user.avatar-image': () => ({ params: { name: secret } }),
  'user.remove-avatar': nothing,
  'user.set-avatar': nothing,
  'user.sessions': nothing,
  'user.end-session': ({ targets }) => ({ params: { id: targets[0] || id } }),
  'user.end-other-sessions': nothing,
  'user.update-setting': () => ({ body: { name: 'first_name', value: 'x' } }),
  'zip.download': ({ targets }) => ({ query: { items: targets[0]! } }),
  'realtime.authorise': ({ targets }) => ({
    body: { socket_id: '1.2', channel_name: targets[0] || 'private-user.1' },
  }),
  'zip.prepare': ({ targets }) => ({ body: { items: [{ id: targets[0]! }] } }),
  'zip.download-prepared': ({ targets }) => ({ params: { token: targets[0] || secret } }),
}
