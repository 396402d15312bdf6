import * as z from '@holdall/schema'
import { Instant } from './field-types.ts'

/** Says which session is meant, and is of no use to sign in. */
export const SessionId = z.string().check(z.regex(/^[0-9a-f-]{32,36}$/))

/** A browser in which the account is signed in. */
export const UserSession = z.object({
  id: SessionId,
  type: z.literal('session'),
  attributes: z.object({
    /** Such as Firefox; null where it is not known. */
    browser: z.nullable(z.string()),
    /** Such as Linux; null where it is not known. */
    system: z.nullable(z.string()),
    device: z.enum(['computer', 'phone', 'tablet']),
    /** The network address of the sign-in. */
    address: z.string(),
    /** City and country of the address, in the language of the caller; null where they are not known. */
    place: z.nullable(z.string()),
    created_at: Instant,
    /** To the minute. */
    seen_at: Instant,
    /** Whether it is the session of this call. */
    current: z.boolean(),
  }),
})
export type UserSession = z.infer<typeof UserSession>
