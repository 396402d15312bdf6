import { removeAvatar, setAvatar } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { useMutation } from '@tanstack/react-query'

/** The page shows the account as the session has it. */
function useRefresh() {
  const { session, log } = useHost()
  return async () => {
    // The picture is saved, whether or not it is shown now.
    await session.refresh().catch((error: unknown) => {
      log.warn('The account was not fetched again.', error)
    })
  }
}

export function useSetAvatar() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ image, signal }: { readonly image: () => Promise<Blob>; readonly signal: AbortSignal }) => {
      try {
        await api.call(setAvatar, {}, { bytes: await image(), signal })
      } catch (error) {
        // It may have been saved before it was cancelled.
        if (isApiError(error, 'aborted')) await refresh()
        throw error
      }
      await refresh()
    },
  })
}

export function useRemoveAvatar() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async () => {
      await api.call(removeAvatar)
      await refresh()
    },
  })
}
