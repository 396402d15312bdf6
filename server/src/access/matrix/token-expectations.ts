import type { TokenScope } from '@holdall/api'

/**
 * What an API token needs for each call, written by hand. `never`: no token may, whatever its scopes. `nobody`: a token is
 * answered like a caller without an account.
 */
const calls: Readonly<Record<TokenScope | 'never' | 'nobody', string>> = {
  'files:read': `
    activity.browse activity.of-entry content.file content.thumbnail files.browse files.find-by-prefix files.latest
    files.navigation files.taken remote-uploads.browse search.browse search.suggest trash.browse zip.download
    zip.download-prepared zip.prepare`,
  'files:write': `
    favourites.add favourites.remove files.copy files.create-folder files.move files.remove files.rename
    remote-uploads.create remote-uploads.remove trash.empty trash.restore upload.abort upload.chunk upload.state
    upload.whole versions.restore`,
  shares: `
    share-links.browse share-links.create share-links.email share-links.log share-links.of-entry share-links.qr-code
    share-links.revoke share-links.revoke-all share-links.update`,
  'upload-requests': `
    upload-requests.browse upload-requests.close upload-requests.create upload-requests.email upload-requests.qr-code
    upload-requests.renew`,
  teams: `
    teams.accept-invitation teams.browse teams.browse-shared teams.convert teams.create teams.dissolve teams.leave
    teams.own-invitations teams.tree teams.update`,
  notifications: 'notifications.browse notifications.clear notifications.read notifications.remove',
  'account:read': 'user.current user.storage',
  'account:write': 'user.remove-avatar user.set-avatar user.update-setting',
  never: `
    account-deletion.cancel account-deletion.request account-deletion.show admin.dashboard admin.new-users
    admin.sections admin.test-websockets api-tokens.browse api-tokens.create api-tokens.remove
    data-exports.content data-exports.create data-exports.remove data-exports.show email-change.cancel
    email-change.confirm email-change.request email-change.show passkeys.browse passkeys.confirm
    passkeys.confirmation-options passkeys.register passkeys.registration-options passkeys.remove
    passkeys.rename realtime.authorise social-sign-in.begin-link social-sign-in.list social-sign-in.unlink
    two-factor.confirm two-factor.create-recovery-codes two-factor.disable two-factor.enrol two-factor.qr-code
    two-factor.recovery-codes user.change-password user.confirm-password user.end-other-sessions user.end-session user.sessions`,
  nobody: `
    auth.api-sign-in auth.api-sign-out auth.resend-verification auth.sign-in auth.sign-out auth.sign-up
    auth.verify-email auth.verify-email-link client-config.show contact.send demo.open frontend.sections health.ping
    human-check.challenge openapi.show pages.show passkeys.sign-in passkeys.sign-in-options password.recover password.reset
    public-downloads.direct public-downloads.embed public-downloads.prepare-zip public-downloads.prepared-zip
    public-downloads.search public-downloads.zip public-editing.abort-upload public-editing.create-folder
    public-editing.create-remote-upload public-editing.move public-editing.remote-uploads public-editing.remove
    public-editing.remove-remote-upload public-editing.rename public-editing.taken public-editing.upload-chunk
    public-editing.upload-state public-editing.upload-whole public-links.browse public-links.file
    public-links.find-by-prefix public-links.navigation public-links.show public-links.unlock sections.report-failure
    setup.admin setup.app setup.database setup.environment setup.purchase-code setup.remove-image setup.set-image
    setup.status setup.test-broadcast setup.test-database setup.test-mail setup.test-storage setup.values
    social-sign-in.begin social-sign-in.callback social-sign-in.confirm-pending social-sign-in.show-pending
    teams.decline-invitation teams.show-invitation translations.show two-factor.answer-challenge
    upload-requests.abort-upload upload-requests.browse-folder upload-requests.create-folder
    upload-requests.find-by-prefix upload-requests.finish upload-requests.move upload-requests.navigation
    upload-requests.remove upload-requests.rename upload-requests.show upload-requests.upload-chunk
    upload-requests.upload-state upload-requests.upload-whole user.avatar-image`,
}

/** Calls of `nobody` that a token with this scope makes as its user. */
export const knownWith: Readonly<Record<string, TokenScope>> = {
  'teams.decline-invitation': 'teams',
  'teams.show-invitation': 'teams',
  'user.avatar-image': 'account:read',
}

export interface TokenRow {
  readonly id: string
  readonly needs: TokenScope | 'never' | 'nobody'
}

export const tokenRows: readonly TokenRow[] = (Object.keys(calls) as TokenRow['needs'][]).flatMap((needs) =>
  calls[needs]
    .trim()
    .split(/\s+/)
    .map((id) => ({ id, needs })),
)
