import { sendContactMessage } from '@holdall/api'
import { api } from '@holdall/api-client'
import type { HumanProof } from '../../human-check/use-human-check.tsx'
import { useSingleMutation } from '../../single-mutation/use-single-mutation.ts'

export interface ContactMessage {
  readonly name: string
  readonly email: string
  readonly message: string
}

interface Options {
  readonly prove: () => Promise<HumanProof>
  /** Gets the address that is answered. */
  readonly onSent: (email: string) => void
}

/** Sends a message to the operator. */
export const useSendContactMessage = ({ prove, onSent }: Options) =>
  useSingleMutation({
    mutationKey: ['contact'],
    mutationFn: async ({ name, ...message }: ContactMessage) => {
      const check = await prove()
      await api.call(sendContactMessage, { body: { ...message, ...check, ...(name.trim() && { name }) } })
    },
    onSuccess: (_answer, { email }) => onSent(email),
  })
