import * as z from '@holdall/schema'
import { Id } from './field-types.ts'

/** Names of the oldest ones, at most 20, and how many there are. */
const Kept = z.object({ names: z.array(z.string()), total: z.int() })

/** What can still get into an account, or change its files, after its password was set by a link in a mail. */
export const RecoveryAccess = z.object({
  id: Id,
  type: z.literal('recovery-access'),
  attributes: z.object({
    /** `ends`: it was set up before the address was first confirmed. `stays`: nothing else is listed, or ended by the link. */
    second_factor: z.enum(['off', 'stays', 'ends']),
    /** What was made after the address was first confirmed: everything else ends. Null where the second factor stays. */
    kept: z.nullable(z.object({ api_tokens: Kept, passkeys: Kept, linked_sign_ins: Kept, editing_links: Kept })),
  }),
})
export type RecoveryAccess = z.infer<typeof RecoveryAccess>
