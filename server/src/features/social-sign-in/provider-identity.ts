import * as z from 'zod/mini'
import type { GuardedFetch } from '../../infrastructure/outgoing/guarded-fetch.ts'
import { type Identity, ProviderError } from './provider.ts'

const Subject = z.string().check(z.minLength(1), z.maxLength(255))
/** What a person is called; anything else is as good as nothing. */
const Text = z.optional(z.unknown())
const textOf = (value: unknown): string | null => (typeof value === 'string' && value.length <= 1000 ? value : null)

const Claims = z.object({
  sub: Subject,
  name: Text,
  email: Text,
  email_verified: z.optional(z.unknown()),
})

/** By the standard claims of OpenID Connect. */
export function identityOfClaims(issuer: string, claims: unknown): Identity {
  const parsed = Claims.safeParse(claims)
  if (!parsed.success) throw new ProviderError('invalid')
  const { sub, name, email, email_verified } = parsed.data
  // Nothing but `true` counts: a provider that does not say so has not verified the address.
  return { issuer, subject: sub, name: textOf(name), email: textOf(email), isEmailVerified: email_verified === true }
}

const FacebookUser = z.object({ id: Subject, name: Text, email: Text })

/** Facebook does not say whether an address is verified, so none counts as verified. */
export async function facebookIdentity(
  fetch: GuardedFetch,
  { issuer, user }: { readonly issuer: string; readonly user: string },
  token: string,
): Promise<Identity> {
  const { id, name, email } = await readAs(FacebookUser, fetch, user, token)
  return { issuer, subject: id, name: textOf(name), email: textOf(email), isEmailVerified: false }
}

const GithubUser = z.object({ id: z.int(), login: z.string(), name: Text })
const GithubEmails = z.array(
  z.object({ email: z.string().check(z.maxLength(1000)), primary: z.boolean(), verified: z.boolean() }),
)

/** The address is the primary one. */
export async function githubIdentity(
  fetch: GuardedFetch,
  { issuer, user, emails }: { readonly issuer: string; readonly user: string; readonly emails: string },
  token: string,
): Promise<Identity> {
  const { id, login, name } = await readAs(GithubUser, fetch, user, token)
  const primary = (await readAs(GithubEmails, fetch, emails, token)).find((address) => address.primary)
  return {
    issuer,
    subject: String(id),
    name: textOf(name) ?? login,
    email: primary?.email ?? null,
    isEmailVerified: primary?.verified ?? false,
  }
}

async function readAs<T extends z.ZodMiniType>(
  schema: T,
  fetch: GuardedFetch,
  url: string,
  token: string,
): Promise<z.output<T>> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  const response = await fetch(url, { method: 'GET', headers })
  if (response.status >= 500) throw new ProviderError('unavailable')
  if (!response.ok) throw new ProviderError('invalid')
  const parsed = schema.safeParse(await response.json())
  if (!parsed.success) throw new ProviderError('invalid')
  return parsed.data
}
