import { codes as shared } from './expectations.ts'

/**
 * What each endpoint answers each kind of caller about the subject that is natural for it, written by hand. The subject,
 * in the second column, is for
 * - users something of the owner, in a home: somebody else, an administrator and an anonymous caller name the same;
 * - members something in a team folder: of what only one account has, such as a notification, that of the owner;
 * - visitors what their own link or upload request shows, and the cookies of it are sent along;
 * - `shared/…` a public link without permission to edit for everybody who has none: theirs for visitors of links, and
 *   the token of their request for visitors of requests;
 * - `requested/…` an open upload request for everybody who has none, and the token of their link for visitors of links.
 */
export const actors = [
  'owner',
  'other user',
  'can_view',
  'can_edit',
  'former member',
  // The link has a password, which this browser has given.
  'share visitor',
  'share editor',
  'locked visitor',
  'expired link',
  'revoked link',
  'request visitor',
  'filled request',
  // An administrator has taken everything from the owner.
  'restricted owner',
  'anonymous',
  'admin',
] as const
export type ActorName = (typeof actors)[number]

export const codes = {
  ...shared,
  upload: 'upload-restricted',
  download: 'download-restricted',
  folder: 'create-folder-restricted',
  team: 'create-team-folder-restricted',
  owner: 'owner-restricted',
} as const

const table = `
activity.browse       -          | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok sign ok
activity.of-entry     file       | ok   none ok   ok   none | sign sign sign sign sign | sign sign | ok sign none

admin.dashboard       -          | role role role role role | sign sign sign sign sign | sign sign | role sign ok
admin.new-users       -          | role role role role role | sign sign sign sign sign | sign sign | role sign ok
admin.sections        -          | role role role role role | sign sign sign sign sign | sign sign | role sign ok
admin.test-websockets -          | role role role role role | sign sign sign sign sign | sign sign | role sign ok
setup.status          -          | none none none none none | none none none none none | none none | none none none
setup.values          -          | none none none none none | none none none none none | none none | none none none
setup.purchase-code   -          | none none none none none | none none none none none | none none | none none none
setup.test-database   -          | none none none none none | none none none none none | none none | none none none
setup.database        -          | none none none none none | none none none none none | none none | none none none
setup.test-storage    -          | none none none none none | none none none none none | none none | none none none
setup.test-mail       -          | none none none none none | none none none none none | none none | none none none
setup.test-broadcast  -          | none none none none none | none none none none none | none none | none none none
setup.environment     -          | none none none none none | none none none none none | none none | none none none
setup.app             -          | none none none none none | none none none none none | none none | none none none
setup.set-image       -          | none none none none none | none none none none none | none none | none none none
setup.remove-image    -          | none none none none none | none none none none none | none none | none none none
setup.admin           -          | none none none none none | none none none none none | none none | none none none

api-tokens.browse     -          | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok sign ok
api-tokens.create     -          | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok sign ok
api-tokens.remove     api-token  | ok   none none none none | sign sign sign sign sign | sign sign | ok sign none

auth.api-sign-in         -       | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
auth.api-sign-out        -       | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
auth.sign-in             -       | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
auth.sign-out            -       | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
auth.sign-up             -       | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
auth.verify-email        -       | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
auth.verify-email-link   -       | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
auth.resend-verification -       | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
password.recover         -       | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
password.reset           -       | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
client-config.show       -       | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
contact.send             -       | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
human-check.challenge    -       | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
frontend.sections        -       | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
health.ping              -       | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
openapi.show             -       | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
pages.show               -       | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
sections.report-failure  -       | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
translations.show        -       | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok

content.file        address      | ok   none ok   ok   none | ok ok lock expired revoked | none none | download none none
content.thumbnail   thumbnail    | ok   none ok   ok   none | ok ok lock expired revoked | ok   none | ok       none none

favourites.add       folder      | ok   none ok   ok   none | sign sign sign sign sign | sign sign | ok     sign none
favourites.remove    folder      | ok   none ok   ok   none | sign sign sign sign sign | sign sign | ok     sign none
files.browse         folder      | ok   none ok   ok   none | sign sign sign sign sign | sign sign | ok     sign none
files.copy           file+folder | ok   none none ok   none | sign sign sign sign sign | sign sign | upload sign none
files.create-folder  folder      | ok   none none ok   none | sign sign sign sign sign | sign sign | folder sign none
files.find-by-prefix folder      | ok   none ok   ok   none | sign sign sign sign sign | sign sign | ok     sign none
files.latest         -           | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok     sign ok
files.move           file+folder | ok   none none ok   none | sign sign sign sign sign | sign sign | ok     sign none
files.navigation     folder      | ok   none ok   ok   none | sign sign sign sign sign | sign sign | ok     sign none
files.remove         file        | ok   none none ok   none | sign sign sign sign sign | sign sign | ok     sign none
files.rename         file        | ok   none none ok   none | sign sign sign sign sign | sign sign | ok     sign none
files.taken          folder      | ok   none ok   ok   none | sign sign sign sign sign | sign sign | ok     sign none

notifications.browse -            | ok  ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok sign ok
notifications.clear  -            | ok  ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok sign ok
notifications.read   -            | ok  ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok sign ok
notifications.remove notification | ok  none none none none | sign sign sign sign sign | sign sign | ok sign none

account-deletion.cancel - | ok ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok sign ok
account-deletion.request - | ok ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok sign ok
account-deletion.show - | ok ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok sign ok
email-change.cancel - | ok ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok sign ok
email-change.confirm - | ok ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok sign ok
email-change.request - | ok ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok sign ok
email-change.show - | ok ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok sign ok
demo.open            - | ok ok ok ok ok | ok   ok   ok   ok   ok   | ok   ok   | ok       ok   ok
data-exports.show    - | ok ok ok ok ok | sign sign sign sign sign | sign sign | ok       sign ok
data-exports.create  - | ok ok ok ok ok | sign sign sign sign sign | sign sign | download sign ok
data-exports.remove  - | ok ok ok ok ok | sign sign sign sign sign | sign sign | ok       sign ok
data-exports.content - | ok ok ok ok ok | sign sign sign sign sign | sign sign | download sign ok

passkeys.browse               -       | ok ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok sign ok
passkeys.confirm              -       | ok ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok sign ok
passkeys.confirmation-options -       | ok ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok sign ok
passkeys.register             -       | ok ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok sign ok
passkeys.registration-options -       | ok ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok sign ok
passkeys.remove               passkey | ok none none none none | sign sign sign sign sign | sign sign | ok sign none
passkeys.rename               passkey | ok none none none none | sign sign sign sign sign | sign sign | ok sign none
passkeys.sign-in              -       | ok ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok ok   ok
passkeys.sign-in-options      -       | ok ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok ok   ok
realtime.authorise   channel      | ok  role role role role | sign sign sign sign sign | sign sign | ok sign role

public-downloads.direct              shared/single      | ok   ok   ok   ok   ok   | ok   ok lock expired revoked | none none | owner ok   ok
public-downloads.embed               shared/single      | ok   ok   ok   ok   ok   | ok   ok lock expired revoked | none none | owner ok   ok
public-downloads.prepare-zip         shared/file        | ok   ok   ok   ok   ok   | ok   ok lock expired revoked | none none | owner ok   ok
public-downloads.prepared-zip        shared/ticket      | ok   ok   ok   ok   ok   | ok   ok lock expired revoked | none none | owner ok   ok
public-downloads.search              shared/folder      | ok   ok   ok   ok   ok   | ok   ok lock expired revoked | none none | owner ok   ok
public-downloads.zip                 shared/file        | ok   ok   ok   ok   ok   | ok   ok lock expired revoked | none none | owner ok   ok
public-editing.abort-upload          shared/upload      | none none none none none | none ok lock expired revoked | none none | owner none none
public-editing.create-folder         shared/folder      | none none none none none | none ok lock expired revoked | none none | owner none none
public-editing.create-remote-upload  shared/folder      | none none none none none | none ok lock expired revoked | none none | owner none none
public-editing.move                  shared/file+folder | none none none none none | none ok lock expired revoked | none none | owner none none
public-editing.remote-uploads        shared/folder      | none none none none none | none ok lock expired revoked | none none | owner none none
public-editing.remove                shared/file        | none none none none none | none ok lock expired revoked | none none | owner none none
public-editing.remove-remote-upload  shared/remote      | none none none none none | none ok lock expired revoked | none none | owner none none
public-editing.rename                shared/file        | none none none none none | none ok lock expired revoked | none none | owner none none
public-editing.taken                 shared/folder      | none none none none none | none ok lock expired revoked | none none | owner none none
public-editing.upload-chunk          shared/folder      | none none none none none | none ok lock expired revoked | none none | owner none none
public-editing.upload-state          shared/upload      | none none none none none | none ok lock expired revoked | none none | owner none none
public-editing.upload-whole          shared/folder      | none none none none none | none ok lock expired revoked | none none | owner none none
public-links.browse                  shared/folder      | ok   ok   ok   ok   ok   | ok   ok lock expired revoked | none none | owner ok   ok
public-links.file                    shared/single      | ok   ok   ok   ok   ok   | ok   ok lock expired revoked | none none | owner ok   ok
public-links.find-by-prefix          shared/folder      | ok   ok   ok   ok   ok   | ok   ok lock expired revoked | none none | owner ok   ok
public-links.navigation              shared/folder      | ok   ok   ok   ok   ok   | ok   ok lock expired revoked | none none | owner ok   ok
public-links.show                    shared/folder      | ok   ok   ok   ok   ok   | ok   ok ok   expired revoked | none none | owner ok   ok
public-links.unlock                  shared/folder      | ok   ok   ok   ok   ok   | ok   ok ok   expired revoked | none none | owner ok   ok

remote-uploads.browse  -         | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok     sign ok
remote-uploads.create  folder    | ok   none none ok   none | sign sign sign sign sign | sign sign | upload sign none
remote-uploads.remove  remote    | ok   none none none none | sign sign sign sign sign | sign sign | ok     sign none
search.browse          folder    | ok   none ok   ok   none | sign sign sign sign sign | sign sign | ok     sign none
search.suggest         -         | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok     sign ok

share-links.browse     -         | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok     sign ok
share-links.create     file      | ok   none none ok   none | sign sign sign sign sign | sign sign | ok     sign none
share-links.email      link      | ok   none none ok   none | sign sign sign sign sign | sign sign | ok     sign none
share-links.log        link      | ok   none none ok   none | sign sign sign sign sign | sign sign | ok     sign none
share-links.of-entry   file      | ok   none ok   ok   none | sign sign sign sign sign | sign sign | ok     sign none
share-links.qr-code    link      | ok   none none ok   none | sign sign sign sign sign | sign sign | ok     sign none
share-links.revoke     link      | ok   none none ok   none | sign sign sign sign sign | sign sign | ok     sign none
share-links.revoke-all file      | ok   none none ok   none | sign sign sign sign sign | sign sign | ok     sign none
share-links.update     link      | ok   none none ok   none | sign sign sign sign sign | sign sign | ok     sign none

social-sign-in.begin           - | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
social-sign-in.begin-link      - | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok   sign ok
social-sign-in.callback        - | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
social-sign-in.confirm-pending - | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
social-sign-in.list            - | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok   sign ok
social-sign-in.show-pending    - | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok   ok
social-sign-in.unlink          - | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok   sign ok

teams.accept-invitation  invitation | ok   none none none none | sign sign sign sign sign | sign sign | ok   sign none
teams.browse             team       | ok   none none none none | sign sign sign sign sign | sign sign | ok   sign none
teams.browse-shared      team       | none none ok   ok   none | sign sign sign sign sign | sign sign | none sign none
teams.convert            folder     | ok   none none none none | sign sign sign sign sign | sign sign | team sign none
teams.create             -          | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | team sign ok
teams.decline-invitation invitation | ok   none none none none | none none none none none | none none | ok   none none
teams.dissolve           team       | ok   none none none none | sign sign sign sign sign | sign sign | ok   sign none
teams.leave              team       | none none ok   ok   none | sign sign sign sign sign | sign sign | none sign none
teams.own-invitations    -          | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok   sign ok
teams.show-invitation    invitation | ok   none none none none | none none none none none | none none | ok   none none
teams.tree               team       | ok   none ok   ok   none | sign sign sign sign sign | sign sign | ok   sign none
teams.update             team       | ok   none none none none | sign sign sign sign sign | sign sign | ok   sign none

trash.browse  trashed-folder     | ok   none none none none | sign sign sign sign sign | sign sign | ok     sign none
trash.empty   -                  | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok     sign ok
trash.restore trashed-file       | ok   none none ok   none | sign sign sign sign sign | sign sign | ok     sign none

two-factor.answer-challenge      - | role role role role role | sign sign sign sign sign | sign sign | role sign role
two-factor.confirm               - | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok   sign ok
two-factor.create-recovery-codes - | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok   sign ok
two-factor.disable               - | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok   sign ok
two-factor.enrol                 - | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok   sign ok
two-factor.qr-code               - | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok   sign ok
two-factor.recovery-codes        - | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok   sign ok

upload.abort  upload             | ok   none none none none | sign sign sign sign sign | sign sign | ok     sign none
upload.chunk  folder             | ok   none none ok   none | sign sign sign sign sign | sign sign | upload sign none
upload.state  upload             | ok   none none none none | sign sign sign sign sign | sign sign | upload sign none
upload.whole  folder             | ok   none none ok   none | sign sign sign sign sign | sign sign | upload sign none

upload-requests.browse  -        | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok     sign ok
upload-requests.close   request  | ok   none none none none | sign sign sign sign sign | sign sign | ok     sign none
upload-requests.create  folder   | ok   none none none none | sign sign sign sign sign | sign sign | upload sign none
upload-requests.email   request  | ok   none none none none | sign sign sign sign sign | sign sign | ok     sign none
upload-requests.qr-code request  | ok   none none none none | sign sign sign sign sign | sign sign | ok     sign none
upload-requests.renew   request  | ok   none none none none | sign sign sign sign sign | sign sign | upload sign none

upload-requests.abort-upload   requested/upload      | ok ok ok ok ok | none none none none none | ok closed | owner ok ok
upload-requests.browse-folder  requested/folder      | ok ok ok ok ok | none none none none none | ok closed | owner ok ok
upload-requests.create-folder  requested/folder      | ok ok ok ok ok | none none none none none | ok closed | owner ok ok
upload-requests.find-by-prefix requested/folder      | ok ok ok ok ok | none none none none none | ok closed | owner ok ok
upload-requests.finish         requested/folder      | ok ok ok ok ok | none none none none none | ok closed | owner ok ok
upload-requests.move           requested/file+folder | ok ok ok ok ok | none none none none none | ok closed | owner ok ok
upload-requests.navigation     requested/folder      | ok ok ok ok ok | none none none none none | ok closed | owner ok ok
upload-requests.remove         requested/file        | ok ok ok ok ok | none none none none none | ok closed | owner ok ok
upload-requests.rename         requested/file        | ok ok ok ok ok | none none none none none | ok closed | owner ok ok
upload-requests.show           requested/folder      | ok ok ok ok ok | none none none none none | ok ok     | owner ok ok
upload-requests.upload-chunk   requested/folder      | ok ok ok ok ok | none none none none none | ok closed | owner ok ok
upload-requests.upload-state   requested/upload      | ok ok ok ok ok | none none none none none | ok closed | owner ok ok
upload-requests.upload-whole   requested/folder      | ok ok ok ok ok | none none none none none | ok closed | owner ok ok

user.avatar-image       -        | ok   ok   ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok     ok   ok
user.change-password    -        | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok     sign ok
user.confirm-password   -        | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok     sign ok
user.current            -        | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok     sign ok
user.end-other-sessions -        | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok     sign ok
user.end-session        session  | ok   none none none none | sign sign sign sign sign | sign sign | ok     sign none
user.remove-avatar      -        | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok     sign ok
user.sessions           -        | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok     sign ok
user.set-avatar         -        | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok     sign ok
user.storage            -        | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok     sign ok
user.update-setting     -        | ok   ok   ok   ok   ok   | sign sign sign sign sign | sign sign | ok     sign ok

versions.restore        file     | ok   none none ok   none | sign sign sign sign sign | sign sign | ok       sign none
zip.download            file     | ok   none ok   ok   none | sign sign sign sign sign | sign sign | download sign none
zip.download-prepared   ticket   | ok   none ok   ok   none | sign sign sign sign sign | sign sign | download sign none
zip.prepare             file     | ok   none ok   ok   none | sign sign sign sign sign | sign sign | download sign none
`

/** What one endpoint answers. */
export interface ActorRow {
  readonly id: string
  /** Whose link or upload request the call is by; null where it is by none. */
  readonly scope: 'shared' | 'requested' | null
  /** What the call names, in the order in which `inputs` uses it. */
  readonly subjects: readonly string[]
  /** The code, or `ok`, by actor. */
  readonly expected: Readonly<Record<ActorName, string>>
}

const isShort = (word: string): word is keyof typeof codes => word in codes

function rowOf(line: string): ActorRow {
  const [id = '', subject = '', ...words] = line.split(/[\s|]+/).filter((word) => word !== '')
  const [scope, named] = subject.includes('/') ? subject.split('/') : [null, subject]
  if ((scope !== null && scope !== 'shared' && scope !== 'requested') || words.length !== actors.length) {
    throw new Error(`"${line}" does not fit ${actors.join(', ')}`)
  }
  const expected = words.map((word, at) => {
    if (!isShort(word)) throw new Error(`"${line}" has ${word}, which stands for no code`)
    return [actors[at]!, codes[word]] as const
  })
  return {
    id,
    scope,
    subjects: !named || named === '-' ? [] : named.split('+'),
    expected: Object.fromEntries(expected) as Record<ActorName, string>,
  }
}

export const actorRows: readonly ActorRow[] = table
  .split('\n')
  .filter((line) => line !== '')
  .map(rowOf)
