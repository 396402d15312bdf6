import type { LinkedSignIn } from '@holdall/api'
import { isUsable } from '../users/sign-in-methods.store.ts'
import type { LinkedSignInRow } from './linked-sign-in.store.ts'
import type { Providers } from './providers.ts'

const names = { google: 'Google', facebook: 'Facebook', github: 'GitHub' } as const

export const providerName = (providers: Providers, { provider, issuer }: LinkedSignInRow): string => {
  const found = providers.find(provider)
  return found?.issuer === issuer ? found.name : provider === 'oidc' ? new URL(issuer).hostname : names[provider]
}

export const presentLinkedSignIn = (providers: Providers, row: LinkedSignInRow): LinkedSignIn => ({
  id: row.id,
  type: 'linked-sign-in',
  attributes: {
    provider: row.provider,
    provider_name: providerName(providers, row),
    email: row.email,
    usable: isUsable(providers, row),
    created_at: new Date(row.created_at).toISOString(),
    last_used_at: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
  },
})
