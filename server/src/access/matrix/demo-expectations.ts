/** What the demo account may call of what is for users and administrators, written by hand: it only reads. */
export const demoCalls = `
  account-deletion.show activity.browse activity.of-entry api-tokens.browse data-exports.content
  data-exports.show email-change.show files.browse files.find-by-prefix files.latest files.navigation
  files.taken notifications.browse passkeys.browse realtime.authorise remote-uploads.browse search.browse
  search.suggest share-links.browse share-links.log share-links.of-entry share-links.qr-code social-sign-in.list
  teams.browse teams.browse-shared teams.own-invitations teams.tree trash.browse two-factor.recovery-codes
  upload-requests.browse upload-requests.qr-code upload.state user.current user.storage zip.download
  zip.download-prepared zip.prepare`
  .trim()
  .split(/\s+/)
