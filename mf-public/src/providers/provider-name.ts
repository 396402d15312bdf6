import type { ClientConfig } from '@holdall/api'
import type { IntlShape } from 'react-intl'

const names: Readonly<Record<string, string>> = { google: 'Google', facebook: 'Facebook', github: 'GitHub' }

/** How a provider is called; a general name for one that is not known, as an address may have it. */
export function providerName(
  provider: string | null | undefined,
  { socialLogins }: Pick<ClientConfig, 'socialLogins'>,
  intl: IntlShape,
): string {
  const known = provider === 'oidc' ? socialLogins.oidc : Object.hasOwn(names, provider ?? '') ? names[provider!] : null
  return known ?? intl.formatMessage({ id: 'providers.some_provider' })
}
