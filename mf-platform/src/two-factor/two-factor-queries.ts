import {
  confirmTwoFactor,
  createRecoveryCodes,
  disableTwoFactor,
  enrolTwoFactor,
  recoveryCodes,
  type SecondFactor,
  twoFactorQrCode,
} from '@holdall/api'
import { api } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useConfirmed } from '../confirm-password/use-confirmed.ts'

const key = ['user', 'recovery-codes']

/** How many recovery codes are left. */
export const useRecoveryCodesLeft = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.call(recoveryCodes, {}, { signal })).data.attributes.left,
  })

/** Creates the secret for an authenticator app, and returns what the app needs. */
export function useEnrolment() {
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: () =>
      confirmed(async () => {
        await api.call(enrolTwoFactor)
        return (await api.call(twoFactorQrCode)).data.attributes
      }),
  })
}

/** After a call that has replaced the session, with which the addresses of files have ended. */
function useSessionReplaced() {
  const { session } = useHost()
  const client = useQueryClient()
  return async () => {
    await session.refresh()
    await client.invalidateQueries()
  }
}

/** Turns the second factor on, and returns the recovery codes. */
export function useConfirmation() {
  const confirmed = useConfirmed()
  const replaced = useSessionReplaced()
  return useMutation({
    mutationFn: async (code: string) => {
      const { data } = await confirmed(() => api.call(confirmTwoFactor, { body: { code } }))
      return data.attributes.codes ?? []
    },
    onSuccess: () => void replaced().catch(() => undefined),
  })
}

/** Replaces the recovery codes, and returns the new ones. */
export function useNewRecoveryCodes() {
  const confirmed = useConfirmed()
  const replaced = useSessionReplaced()
  return useMutation({
    mutationFn: async (body: SecondFactor) => {
      const { data } = await confirmed(() => api.call(createRecoveryCodes, { body }))
      return data.attributes.codes ?? []
    },
    onSuccess: () => void replaced().catch(() => undefined),
  })
}

/** Turns the second factor off. */
export function useDisabling() {
  const confirmed = useConfirmed()
  const replaced = useSessionReplaced()
  return useMutation({
    mutationFn: async (body: SecondFactor) => {
      await confirmed(() => api.call(disableTwoFactor, { body }))
      await replaced()
    },
  })
}
