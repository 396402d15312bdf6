/** The calls that are privileged changes, written by hand: they are refused to a session that is not confirmed. */
export const confirmedCalls: ReadonlySet<string> = new Set([
  'api-tokens.create',
  'account-deletion.request',
  'email-change.request',
  'data-exports.create',
  'passkeys.register',
  'passkeys.registration-options',
  'passkeys.remove',
  'two-factor.confirm',
  'two-factor.create-recovery-codes',
  'two-factor.disable',
  'two-factor.enrol',
  'two-factor.qr-code',
  'social-sign-in.begin-link',
  'social-sign-in.unlink',
])
