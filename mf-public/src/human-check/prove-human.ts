import { challenge, type HumanCheckPurpose } from '@holdall/api'
import { api } from '@holdall/api-client'
import type { Solution } from 'altcha-lib/types'

const startWorker = () =>
  new Worker(new URL(/* webpackChunkName: "proof-of-work-worker" */ './proof-of-work-worker.ts', import.meta.url))

/**
 * Gets a challenge of the server and solves it in a worker, which takes about a second on a phone. Resolves with the field
 * of the body. Rejects where the challenge cannot be fetched or solved, and when `signal` aborts, which ends the worker.
 */
export async function solveChallengeOf(purpose: HumanCheckPurpose, signal: AbortSignal): Promise<string> {
  const { data } = await api.call(challenge, { query: { purpose } }, { signal })
  signal.throwIfAborted()
  const worker = startWorker()
  try {
    const solution = await new Promise<Solution>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      worker.addEventListener('error', () => reject(new Error('The challenge could not be solved.')))
      worker.addEventListener('message', ({ data: found }: MessageEvent<Solution | null>) => {
        if (found) resolve(found)
        else reject(new Error('The challenge was not solved in time.'))
      })
      worker.postMessage(data.attributes)
    })
    return btoa(JSON.stringify({ challenge: data.attributes, solution }))
  } finally {
    worker.terminate()
  }
}
