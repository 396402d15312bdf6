import * as z from '@holdall/schema'
import { Id } from './field-types.ts'

/** A code of an authenticator app: six digits. Spaces, which people paste with it, are removed by the server. */
const TotpCode = z.string().check(z.minLength(1), z.maxLength(32))
/** As it was shown; upper case, other separators and none are accepted. */
const RecoveryCode = z.string().check(z.minLength(1), z.maxLength(64))

export const CodeOfApp = z.object({ code: TotpCode })

const codes = { code: z.optional(TotpCode), recovery_code: z.optional(RecoveryCode) }
type Codes = { readonly code?: string | undefined; readonly recovery_code?: string | undefined }

/** One of both. */
export const SecondFactor = z.object(codes).check(
  z.refine<Codes>(({ code, recovery_code }) => (code === undefined) !== (recovery_code === undefined), {
    message: 'Give either a code or a recovery code.',
    path: ['code'],
  }),
)
export type SecondFactor = z.infer<typeof SecondFactor>

/** One of both, or none. */
export const OptionalSecondFactor = z.object(codes).check(
  z.refine<Codes>(({ code, recovery_code }) => code === undefined || recovery_code === undefined, {
    message: 'Give either a code or a recovery code.',
    path: ['code'],
  }),
)

/** What an authenticator app needs. Shown until it is confirmed, never again. */
export const TwoFactorQrCode = z.object({
  id: Id,
  type: z.literal('two-factor-qr-code'),
  attributes: z.object({
    /** An SVG document: dark on white, with the margin that scanners need. */
    svg: z.string(),
    /** Base32, for apps that cannot scan. */
    secret: z.string(),
  }),
})
export type TwoFactorQrCode = z.infer<typeof TwoFactorQrCode>

export const RecoveryCodes = z.object({
  id: Id,
  type: z.literal('recovery-codes'),
  attributes: z.object({
    /** Those that were just created; null later: only their hashes are stored. */
    codes: z.nullable(z.array(z.string())),
    /** How many are not used yet. */
    left: z.int(),
  }),
})
export type RecoveryCodes = z.infer<typeof RecoveryCodes>
