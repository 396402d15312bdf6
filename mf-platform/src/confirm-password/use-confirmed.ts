import { ApiError, isApiError } from '@holdall/api-client'
import { type OverlayApi, useHost } from '@holdall/section'
import { useCallback } from 'react'

/** Resolves once the password was right. Rejects as an aborted call does where the popup is dismissed. */
const confirmPassword = (overlay: OverlayApi) =>
  new Promise<void>((resolve, reject) => {
    overlay.open(
      'confirm-password',
      { onConfirmed: resolve },
      {
        onClose: () => {
          reject(new ApiError('aborted', 0, { message: 'The password was not confirmed.' }))
        },
      },
    )
  })

/**
 * Runs a privileged call. Where the server wants the password first, a popup asks for it, and the call is repeated after
 * that. Dismissing the popup rejects with the code `aborted`, which is not reported to the user. The popup replaces any
 * other named popup.
 */
export function useConfirmed(): <T>(call: () => Promise<T>) => Promise<T> {
  const { overlay } = useHost()
  return useCallback(
    async (call) => {
      try {
        return await call()
      } catch (error) {
        if (!isApiError(error, 'confirmation-required')) throw error
        await confirmPassword(overlay)
        return call()
      }
    },
    [overlay],
  )
}
