import { type AppImageName, removeAppImage, setAppImage, type SetupApp, setupApp } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSaveStep } from '../saving/use-save-step.ts'
import { useSetupHeaders } from '../setup-calls/setup-queries.ts'

export const useSaveApp = () =>
  useSaveStep('app-setup', (body: SetupApp, headers) => api.call(setupApp, { body }, { headers }))

/** Sends an image, or removes it where there is none. It is saved at once, without the rest of the step. */
export function useSaveImage(name: AppImageName) {
  const headers = useSetupHeaders()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (file: File | null) => {
      if (file) await api.call(setAppImage, { params: { name } }, { bytes: file, headers })
      else await api.call(removeAppImage, { params: { name } }, { headers })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['setup-values'] }),
  })
}
