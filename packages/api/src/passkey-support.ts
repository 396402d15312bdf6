import type { ClientConfig } from './resources/client-config.ts'

/** The part of `window` that says whether passkeys can be used. */
export interface PasskeyPage {
  readonly isSecureContext: boolean
  readonly location: { readonly origin: string }
  readonly PublicKeyCredential?: unknown
}

/**
 * Whether a page can use passkeys: the server has them, the browser too, and the page has the address that they belong to,
 * which is the public one.
 */
export const canUsePasskeys = (
  { passkeys, host }: Pick<ClientConfig, 'passkeys' | 'host'>,
  page: PasskeyPage,
): boolean =>
  passkeys &&
  page.isSecureContext &&
  page.PublicKeyCredential !== undefined &&
  (host === '' || new URL(host).origin === page.location.origin)
