import { challenge, sendContactMessage } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { useSingleMutation } from '../../single-mutation/use-single-mutation.ts'

export interface ContactMessage {
  readonly name: string
  readonly email: string
  readonly message: string
}

/** Solves the challenge of the form, where the operator asks for one: the field of the call. */
async function solvedCheck(): Promise<{ altcha?: string }> {
  const found = await api.call(challenge, { query: { purpose: 'contact' } }).catch((error: unknown) => {
    if (isApiError(error, 'not-found')) return null
    throw error
  })
  if (found === null) return {}
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/sha'),
  ])
  const attributes = found.data.attributes
  const solution = await solveChallenge({ challenge: attributes, deriveKey })
  return { altcha: btoa(JSON.stringify({ challenge: attributes, solution })) }
}

/** Sends a message to the operator; `onSent` gets the address that is answered. */
export const useSendContactMessage = (onSent: (email: string) => void) =>
  useSingleMutation({
    mutationKey: ['contact'],
    mutationFn: async ({ name, ...message }: ContactMessage) => {
      const check = await solvedCheck()
      await api.call(sendContactMessage, { body: { ...message, ...check, ...(name.trim() && { name }) } })
    },
    onSuccess: (_answer, { email }) => onSent(email),
  })
