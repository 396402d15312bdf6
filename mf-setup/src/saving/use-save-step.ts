import { type SetupStep, setupStatus } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ResultUnknown } from '../error-messages/lost-connection.ts'
import { deleteKeptFields } from '../setup-key/kept-fields.ts'
import { pathAfter } from '../layout/wizard-steps.ts'
import { useFinishedSteps } from '../layout/wizard-progress.ts'
import { useRefreshSetup, useSetupHeaders } from '../setup-calls/setup-queries.ts'
import { waitForServer } from './wait-for-server.ts'

const STATUS_TIMEOUT_MS = 5000

/** Saves a step and opens the next one. Where the connection is lost meanwhile, it waits for the server. */
export function useSaveStep<B>(
  step: SetupStep,
  save: (body: B, headers: Readonly<Record<string, string>>) => Promise<unknown>,
) {
  const { navigation } = useHost()
  const headers = useSetupHeaders()
  const finished = useFinishedSteps()
  const refresh = useRefreshSetup()
  const [isWaiting, setIsWaiting] = useState(false)

  const ask = () => api.call(setupStatus, {}, { headers, timeout: STATUS_TIMEOUT_MS })
  const mutation = useMutation({
    mutationFn: async (body: B) => {
      try {
        await save(body, headers)
      } catch (error) {
        if (!isApiError(error, 'network') && !isApiError(error, 'busy')) throw error
        setIsWaiting(true)
        const { data } = await waitForServer(ask)
        if (finished.has(step)) throw new ResultUnknown()
        if (!data.attributes.finished.includes(step)) throw error
      }
    },
    onSuccess: async () => {
      deleteKeptFields(step)
      // The next step can be opened once the server says that this one is finished.
      await refresh()
      navigation.go(pathAfter(step))
    },
    onSettled: () => {
      setIsWaiting(false)
    },
  })
  return { ...mutation, isWaiting }
}
