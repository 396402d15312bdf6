import { confirmPasskey, passkeyConfirmationOptions, userPasskeys } from '@holdall/api'
import { api } from '@holdall/api-client'
import { queryOptions } from '@tanstack/react-query'

export const passkeysQuery = queryOptions({
  queryKey: ['user', 'passkeys'],
  queryFn: async ({ signal }) => (await api.call(userPasskeys, {}, { signal })).data,
})

/** Confirms with a passkey, which the browser asks for. */
export async function confirmWithPasskey(): Promise<void> {
  const optionsJSON = await api.call(passkeyConfirmationOptions)
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { id, rawId, response } = await startAuthentication({ optionsJSON })
  await api.call(confirmPasskey, { body: { credential: { id, rawId, type: 'public-key', response } } })
}
