import * as z from '@holdall/schema'
import { unitsAtMost } from './units-at-most.ts'

/** The forms that a check against automated calls protects. A solution for one is invalid for the others. */
export const HumanCheckPurpose = z.enum(['sign-up', 'password-recovery', 'contact'])
export type HumanCheckPurpose = z.infer<typeof HumanCheckPurpose>

/** The name of an action at reCAPTCHA, which takes no hyphens. */
export const recaptchaActionOf = (purpose: HumanCheckPurpose): string => purpose.replace('-', '_')

/** Name of the element in the head of the pages whose Content-Security-Policy allows reCAPTCHA. */
export const RECAPTCHA_META = 'holdall-recaptcha'

/** Fields of the body of a protected call. Whether they are needed, the client config says. */
export const humanCheckFields = {
  /** The solution of a challenge as ALTCHA's widget sends it: JSON in base64. */
  altcha: z.optional(z.string().check(unitsAtMost(4096), z.maxLength(4096))),
  /** The token of reCAPTCHA v3 for the action that `recaptchaActionOf` names. */
  reCaptcha: z.optional(z.string().check(unitsAtMost(8192), z.maxLength(8192))),
}

/** What a browser has to find by trying: the counter whose derived key begins with `keyPrefix`. See `altcha-lib`. */
export const Challenge = z.object({
  id: z.literal('challenge'),
  type: z.literal('challenge'),
  attributes: z.object({
    parameters: z.object({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      /** Hashes for each counter. */
      cost: z.int(),
      keyLength: z.int(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      /** `expires` in milliseconds since 1970. */
      data: z.object({ purpose: HumanCheckPurpose, expires: z.int() }),
    }),
    signature: z.string(),
  }),
})
