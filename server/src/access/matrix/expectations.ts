/**
 * The expected result of each call for each caller, written by hand: the rules of the endpoint table are compared with
 * it, so nothing here is computed from them. A new endpoint needs a row of its own. `ok` reaches the handler; the others
 * stand for an error code:
 */
export const codes = {
  ok: 'ok',
  sign: 'unauthenticated',
  role: 'forbidden',
  none: 'not-found',
  lock: 'share-locked',
  expired: 'share-expired',
  revoked: 'share-revoked',
  seen: 'share-no-download',
  closed: 'upload-request-closed',
  over: 'upload-request-expired',
  used: 'share-used-up',
} as const

/** By target: the result for each caller, in the order of the columns. */
export type Table = Readonly<Record<string, string>>

/** The first target of a table that a caller may use. */
export const rightOf = (table: Table): string =>
  Object.entries(table).find(([, row]) => /\bok\b/.test(row))?.[0] ?? 'nothing'

export const userColumns = ['anonymous', 'half', 'owner', 'stranger', 'admin'] as const

const anyone: Table = {
  nothing: '                     ok    ok    ok    ok    ok',
}
const signedIn: Table = {
  nothing: '                     sign  sign  ok    ok    ok',
}
const adminsOnly: Table = {
  nothing: '                     sign  sign  role  role  ok',
}
const challengedOnly: Table = {
  nothing: '                     sign  ok    role  role  role',
}
const notFound: Table = {
  nothing: '                     none  none  none  none  none',
}

const ownFolders: Table = {
  'own root': '                  sign  sign  ok    none  none',
  'own folder': '                sign  sign  ok    none  none',
  'own file': '                  sign  sign  none  none  none',
  'own trashed folder': '        sign  sign  none  none  none',
  'own trashed file': '          sign  sign  none  none  none',
  'foreign root': '              sign  sign  none  none  none',
  'foreign folder': '            sign  sign  none  none  none',
  'foreign file': '              sign  sign  none  none  none',
  'foreign trashed file': '      sign  sign  none  none  none',
  'unknown id': '                sign  sign  none  none  none',
}
const ownLiveFolders: Table = { ...ownFolders, 'own root': ' sign  sign  none  none  none' }
const ownAnyFolders: Table = { ...ownLiveFolders, 'own trashed folder': 'sign  sign  ok    none  none' }
const ownLiveItems: Table = {
  'own root': '                  sign  sign  none  none  none',
  'own folder': '                sign  sign  ok    none  none',
  'own file': '                  sign  sign  ok    none  none',
  'own trashed folder': '        sign  sign  none  none  none',
  'own trashed file': '          sign  sign  none  none  none',
  'foreign root': '              sign  sign  none  none  none',
  'foreign folder': '            sign  sign  none  none  none',
  'foreign file': '              sign  sign  none  none  none',
  'foreign trashed file': '      sign  sign  none  none  none',
  'unknown id': '                sign  sign  none  none  none',
}
const ownItems: Table = {
  'own root': '                  sign  sign  none  none  none',
  'own folder': '                sign  sign  ok    none  none',
  'own file': '                  sign  sign  ok    none  none',
  'own trashed folder': '        sign  sign  ok    none  none',
  'own trashed file': '          sign  sign  ok    none  none',
  'foreign root': '              sign  sign  none  none  none',
  'foreign folder': '            sign  sign  none  none  none',
  'foreign file': '              sign  sign  none  none  none',
  'foreign trashed file': '      sign  sign  none  none  none',
  'unknown id': '                sign  sign  none  none  none',
}
/** Those that a zip can contain, or that have a list of activities. In a zip a root passes the rule and is refused by the handler. */
const ownReadableItems: Table = {
  'own root': '                  sign  sign  ok    none  none',
  'own folder': '                sign  sign  ok    none  none',
  'own file': '                  sign  sign  ok    none  none',
  'own trashed folder': '        sign  sign  ok    none  none',
  'own trashed file': '          sign  sign  ok    none  none',
  'foreign root': '              sign  sign  none  none  none',
  'foreign folder': '            sign  sign  none  none  none',
  'foreign file': '              sign  sign  none  none  none',
  'foreign trashed file': '      sign  sign  none  none  none',
  'unknown id': '                sign  sign  none  none  none',
}
const ownTrashedItems: Table = {
  'own root': '                  sign  sign  none  none  none',
  'own folder': '                sign  sign  none  none  none',
  'own file': '                  sign  sign  none  none  none',
  'own trashed folder': '        sign  sign  ok    none  none',
  'own trashed file': '          sign  sign  ok    none  none',
  'foreign root': '              sign  sign  none  none  none',
  'foreign folder': '            sign  sign  none  none  none',
  'foreign file': '              sign  sign  none  none  none',
  'foreign trashed file': '      sign  sign  none  none  none',
  'unknown id': '                sign  sign  none  none  none',
}
const ownTrashedFolders: Table = {
  'own root': '                  sign  sign  none  none  none',
  'own folder': '                sign  sign  none  none  none',
  'own file': '                  sign  sign  none  none  none',
  'own trashed folder': '        sign  sign  ok    none  none',
  'own trashed file': '          sign  sign  none  none  none',
  'foreign root': '              sign  sign  none  none  none',
  'foreign folder': '            sign  sign  none  none  none',
  'foreign file': '              sign  sign  none  none  none',
  'foreign trashed file': '      sign  sign  none  none  none',
  'unknown id': '                sign  sign  none  none  none',
}
const ownTeamFolders: Table = {
  ...ownLiveFolders,
  'own folder': '                sign  sign  none  none  none',
  'own team folder': '           sign  sign  ok    none  none',
  'joined team folder': '        sign  sign  none  none  none',
}
const joinedTeamFolders: Table = {
  ...ownTeamFolders,
  'own team folder': '           sign  sign  none  none  none',
  'joined team folder': '        sign  sign  ok    none  none',
}
const ownLinks: Table = {
  'own link': '                  sign  sign  ok    none  none',
  'own link to a trashed folder': 'sign  sign  ok    none  none',
  'foreign link': '              sign  sign  none  none  none',
  'unknown link': '              sign  sign  none  none  none',
}
const ownRequests: Table = {
  'own request': '               sign  sign  ok    none  none',
  'foreign request': '           sign  sign  none  none  none',
  'unknown request': '           sign  sign  none  none  none',
}
const ownUploads: Table = {
  'own upload': '                sign  sign  ok    none  none',
  'foreign upload': '            sign  sign  none  none  none',
  'unknown upload': '            sign  sign  none  none  none',
}

/** For each endpoint, one table per target of the call, in the order in which `inputs` uses them. */
export const userCalls: Readonly<Record<string, readonly Table[]>> = {
  'activity.browse': [signedIn],
  'activity.of-entry': [ownReadableItems],
  'admin.dashboard': [adminsOnly],
  'admin.new-users': [adminsOnly],
  'admin.sections': [adminsOnly],
  'admin.test-websockets': [adminsOnly],
  'sections.report-failure': [anyone],
  // The handler finds those of the caller only: see `api-tokens.test.ts`.
  'api-tokens.browse': [signedIn],
  'api-tokens.create': [signedIn],
  'api-tokens.remove': [signedIn],
  'auth.api-sign-in': [anyone],
  'auth.api-sign-out': [anyone],
  'auth.sign-in': [anyone],
  'auth.sign-out': [anyone],
  'auth.sign-up': [anyone],
  'auth.verify-email': [anyone],
  'auth.verify-email-link': [anyone],
  'auth.resend-verification': [anyone],
  'account-deletion.show': [signedIn],
  'account-deletion.request': [signedIn],
  'account-deletion.cancel': [signedIn],
  'email-change.show': [signedIn],
  'email-change.request': [signedIn],
  'email-change.cancel': [signedIn],
  // Its token is for one account: see `email-change.test.ts`.
  'email-change.confirm': [signedIn],
  'password.recover': [anyone],
  'password.reset': [anyone],
  // Their handlers check the address: see `addressesOfUsers`.
  'content.file': [anyone],
  'favourites.add': [ownLiveFolders],
  'favourites.remove': [ownAnyFolders],
  'content.thumbnail': [anyone],
  'files.browse': [ownFolders],
  'files.copy': [ownLiveItems, ownFolders],
  'files.latest': [signedIn],
  'files.find-by-prefix': [ownFolders],
  'files.navigation': [ownFolders],
  'files.taken': [ownFolders],
  'files.create-folder': [ownFolders],
  'files.rename': [ownLiveItems],
  'files.move': [ownLiveItems, ownFolders],
  'files.remove': [ownItems],
  'health.ping': [anyone],
  'client-config.show': [anyone],
  'contact.send': [anyone],
  'pages.show': [anyone],
  'human-check.challenge': [anyone],
  'translations.show': [anyone],
  'frontend.sections': [anyone],
  'notifications.browse': [signedIn],
  'notifications.read': [signedIn],
  'notifications.clear': [signedIn],
  // The handler finds those of the caller only: see `notifications.test.ts`.
  'notifications.remove': [signedIn],
  'openapi.show': [anyone],
  'demo.open': [anyone],
  'data-exports.show': [signedIn],
  'data-exports.create': [signedIn],
  'data-exports.remove': [signedIn],
  // The handler finds the one of the caller only: see `data-exports.test.ts`.
  'data-exports.content': [signedIn],
  'passkeys.browse': [signedIn],
  'passkeys.confirm': [signedIn],
  'passkeys.confirmation-options': [signedIn],
  'passkeys.registration-options': [signedIn],
  'passkeys.register': [signedIn],
  // Their handlers find those of the caller only: see `passkeys.test.ts`.
  'passkeys.rename': [signedIn],
  'passkeys.remove': [signedIn],
  'passkeys.sign-in-options': [anyone],
  'passkeys.sign-in': [anyone],
  // The handler resolves the link, without cookies: see `public-files.test.ts`.
  'public-downloads.embed': [anyone],
  'remote-uploads.create': [ownFolders],
  'remote-uploads.browse': [signedIn],
  // The handler checks whose it is: see `remote-uploads.test.ts`.
  'remote-uploads.remove': [signedIn],
  'search.suggest': [signedIn],
  'search.browse': [ownFolders],
  // After setup; before it, the setup key decides, which has a test of its own.
  'setup.status': [notFound],
  'setup.values': [notFound],
  'setup.purchase-code': [notFound],
  'setup.test-database': [notFound],
  'setup.database': [notFound],
  'setup.test-storage': [notFound],
  'setup.test-mail': [notFound],
  'setup.test-broadcast': [notFound],
  'setup.environment': [notFound],
  'setup.app': [notFound],
  'setup.set-image': [notFound],
  'setup.remove-image': [notFound],
  'setup.admin': [notFound],
  'share-links.browse': [signedIn],
  'share-links.of-entry': [ownLiveItems],
  'share-links.create': [ownLiveItems],
  'share-links.update': [ownLinks],
  'share-links.revoke': [ownLinks],
  'share-links.revoke-all': [ownLiveItems],
  'share-links.qr-code': [ownLinks],
  'share-links.email': [ownLinks],
  'share-links.log': [ownLinks],
  'social-sign-in.begin': [anyone],
  'social-sign-in.begin-link': [signedIn],
  'social-sign-in.callback': [anyone],
  'social-sign-in.confirm-pending': [anyone],
  'social-sign-in.list': [signedIn],
  'social-sign-in.show-pending': [anyone],
  'social-sign-in.unlink': [signedIn],
  'teams.browse': [ownFolders],
  'teams.browse-shared': [ownFolders],
  'teams.tree': [ownFolders],
  'teams.create': [signedIn],
  'teams.convert': [ownLiveFolders],
  'teams.update': [ownTeamFolders],
  'teams.dissolve': [ownTeamFolders],
  'teams.leave': [joinedTeamFolders],
  // Their handlers check the secret or the address of the session: see `invitations.test.ts`.
  'teams.show-invitation': [anyone],
  'teams.own-invitations': [signedIn],
  'teams.accept-invitation': [signedIn],
  'teams.decline-invitation': [anyone],
  'trash.browse': [ownTrashedFolders],
  'trash.restore': [ownTrashedItems],
  'trash.empty': [signedIn],
  'upload-requests.create': [ownFolders],
  'upload-requests.browse': [signedIn],
  'upload-requests.close': [ownRequests],
  'upload-requests.renew': [ownRequests],
  'upload-requests.qr-code': [ownRequests],
  'upload-requests.email': [ownRequests],
  'two-factor.answer-challenge': [challengedOnly],
  'two-factor.confirm': [signedIn],
  'two-factor.create-recovery-codes': [signedIn],
  'two-factor.disable': [signedIn],
  'two-factor.enrol': [signedIn],
  'two-factor.qr-code': [signedIn],
  'two-factor.recovery-codes': [signedIn],
  'upload.chunk': [ownFolders],
  'upload.whole': [ownFolders],
  'upload.state': [ownUploads],
  'upload.abort': [ownUploads],
  'user.current': [signedIn],
  'user.update-setting': [signedIn],
  'user.storage': [signedIn],
  'versions.restore': [ownLiveItems],
  'zip.download': [ownReadableItems],
  'zip.prepare': [ownReadableItems],
  // The handler compares the channel with the caller: see `features/realtime`.
  'realtime.authorise': [signedIn],
  // The handler checks the token: see `zip-download.test.ts`.
  'zip.download-prepared': [signedIn],
  'user.avatar-image': [anyone],
  'user.remove-avatar': [signedIn],
  'user.set-avatar': [signedIn],
  'user.change-password': [signedIn],
  'user.confirm-password': [signedIn],
  'user.sessions': [signedIn],
  'user.end-session': [signedIn],
  'user.end-other-sessions': [signedIn],
}

/** `GET /file/:id` with a valid address, by the user that it was made for: the result for each caller. */
export const addressesOfUsers: Readonly<Record<string, Table>> = {
  owner: {
    'own file': '                none  none  ok    none  none',
    'own trashed file': '        none  none  ok    none  none',
    'own folder': '              none  none  none  none  none',
    'foreign file': '            none  none  none  none  none',
    'foreign trashed file': '    none  none  none  none  none',
    'unknown id': '              none  none  none  none  none',
  },
  stranger: {
    'own file': '                none  none  none  none  none',
    'own trashed file': '        none  none  none  none  none',
    'own folder': '              none  none  none  none  none',
    'foreign file': '            none  none  none  none  none',
    'foreign trashed file': '    none  none  none  none  none',
    'unknown id': '              none  none  none  none  none',
  },
  admin: {
    'own file': '                none  none  none  none  none',
    'own trashed file': '        none  none  none  none  none',
    'own folder': '              none  none  none  none  none',
    'foreign file': '            none  none  none  none  none',
    'foreign trashed file': '    none  none  none  none  none',
    'unknown id': '              none  none  none  none  none',
  },
}
/**
 * What an account that is restricted in everything is refused, whatever the target; every other call answers it as before.
 * Every call of a visitor answers `owner-restricted` where the owner of the link, or of the open upload request, is
 * restricted so.
 */
export const refusedWhenRestricted: Readonly<Record<string, string>> = {
  'files.copy': 'upload-restricted',
  'files.create-folder': 'create-folder-restricted',
  'teams.convert': 'create-team-folder-restricted',
  'teams.create': 'create-team-folder-restricted',
  'upload-requests.create': 'upload-restricted',
  'upload-requests.renew': 'upload-restricted',
  'remote-uploads.create': 'upload-restricted',
  'upload.chunk': 'upload-restricted',
  'upload.state': 'upload-restricted',
  'upload.whole': 'upload-restricted',
  'data-exports.create': 'download-restricted',
  'data-exports.content': 'download-restricted',
  'zip.download': 'download-restricted',
  'zip.download-prepared': 'download-restricted',
  'zip.prepare': 'download-restricted',
}
