import * as z from '@holdall/schema'
import { Id, Instant } from './field-types.ts'

/** Where people may sign in besides by a password; `oidc` is the OpenID Connect provider of the operator. */
export const SignInProvider = z.enum(['google', 'facebook', 'github', 'oidc'])
export type SignInProvider = z.infer<typeof SignInProvider>

/** An account at a provider that signs in to this one. */
export const LinkedSignIn = z.object({
  id: Id,
  type: z.literal('linked-sign-in'),
  attributes: z.object({
    provider: SignInProvider,
    /** As the provider is called on its button. */
    provider_name: z.string(),
    /** As the provider told at the last use; null where it told none. */
    email: z.nullable(z.string()),
    /** Whether the provider is offered: otherwise it signs in to nothing. */
    usable: z.boolean(),
    created_at: Instant,
    last_used_at: z.nullable(Instant),
  }),
})
export type LinkedSignIn = z.infer<typeof LinkedSignIn>

/** What a provider has confirmed and that waits for the password of the account. */
export const PendingLink = z.object({
  id: SignInProvider,
  type: z.literal('pending-link'),
  attributes: z.object({ provider_name: z.string(), email: z.string() }),
})
export type PendingLink = z.infer<typeof PendingLink>

/** Why a sign-in by a provider ended without one; in the address of the page that explains it. */
export const signInRefusals = [
  'account-exists',
  'denied',
  'disposable-address',
  'expired',
  'invalid',
  'invitation-only',
  'linked-elsewhere',
  'no-email',
  'not-verified',
  'registration-closed',
  'session-ended',
  'too-many',
  'unavailable',
] as const
export type SignInRefusal = (typeof signInRefusals)[number]
