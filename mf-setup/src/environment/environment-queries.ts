import {
  type SetupBroadcast,
  type SetupEnvironment,
  setupEnvironment,
  type SetupMail,
  type SetupStorage,
  testSetupBroadcast,
  testSetupMail,
  testSetupStorage,
} from '@holdall/api'
import { api } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { useMutation } from '@tanstack/react-query'
import { useSaveStep } from '../saving/use-save-step.ts'
import { useSetupHeaders } from '../setup-calls/setup-queries.ts'
import { openSocket } from './open-socket.ts'

const SAVE_TIMEOUT_MS = 90_000
/** A storage that does not answer is tried several times. */
const TEST_TIMEOUT_MS = 60_000

/** When the websocket test sends its request, and when it has failed, after it was started. */
export const websocketTest = { sendAfterMs: 1500, failAfterMs: 10_000 }

/** Writes, reads and deletes an object, and says how far it came. */
export function useTestStorage() {
  const headers = useSetupHeaders()
  return useMutation({
    mutationFn: async (storage: SetupStorage) =>
      (await api.call(testSetupStorage, { body: { storage } }, { headers, timeout: TEST_TIMEOUT_MS })).data.attributes
        .steps,
  })
}

interface TestMail {
  readonly mail: SetupMail
  readonly public_url: string
  readonly to: string
}

export function useTestMail() {
  const headers = useSetupHeaders()
  return useMutation({ mutationFn: (body: TestMail) => api.call(testSetupMail, { body }, { headers }) })
}

/**
 * Lets the server send an event and wait for it. Where it serves the connections itself, this page opens one too: a
 * proxy in between may not let it through.
 */
export function useTestBroadcast() {
  const headers = useSetupHeaders()
  const { config } = useHost()
  return useMutation({
    mutationFn: async (broadcast: SetupBroadcast) => {
      const { sendAfterMs, failAfterMs } = websocketTest
      const end = new AbortController()
      const timer = setTimeout(() => {
        end.abort()
      }, failAfterMs)
      const { driver, key } = config.broadcasting
      try {
        await new Promise((resolve) => setTimeout(resolve, sendAfterMs))
        await Promise.all([
          api.call(testSetupBroadcast, { body: { broadcast } }, { headers, signal: end.signal }),
          broadcast.driver === 'native' && driver === 'native' && key !== null ? openSocket(key, end.signal) : null,
        ])
      } finally {
        clearTimeout(timer)
      }
    },
  })
}

export const useSaveEnvironment = () =>
  useSaveStep('environment', (body: SetupEnvironment, headers) =>
    api.call(setupEnvironment, { body }, { headers, timeout: SAVE_TIMEOUT_MS }),
  )
