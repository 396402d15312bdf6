import * as z from '@holdall/schema'
import { Id, Instant } from './field-types.ts'

/** A new address of an account that was not confirmed yet. */
export const EmailChange = z.object({
  /** Of the user. */
  id: Id,
  type: z.literal('email-change'),
  attributes: z.object({
    email: z.string(),
    created_at: Instant,
    /** The link in the mail is valid until then. */
    expires_at: Instant,
  }),
})
export type EmailChange = z.infer<typeof EmailChange>
