import type { TextResult, TextWork } from './text-work.ts'

/** Some texts take minutes; they are shown as they are. */
export const WORK_LIMIT_MS = 1500
/** For the script of the worker, which is fetched once. */
export const START_LIMIT_MS = 15_000

/** What of a worker is used. Its first message tells that it is loaded, the second one is its answer. */
export type TextWorker = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>

const startWorker = (): TextWorker =>
  new Worker(new URL(/* webpackChunkName: "viewer-text-worker" */ './text-worker.ts', import.meta.url))

/**
 * Colours or parses a text in a worker of its own, which has ended when this resolves. Null where that fails or takes
 * too long, where the browser makes no worker (of a script of another origin, for example), and when `signal` aborts.
 */
export async function processText<W extends TextWork>(
  work: W,
  signal: AbortSignal,
  start: () => TextWorker = startWorker,
): Promise<TextResult<W> | null> {
  if (signal.aborted) return null
  let worker: TextWorker
  try {
    worker = start()
  } catch {
    return null
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const answer = await new Promise<TextResult<W> | null>((resolve) => {
    const giveUp = () => {
      resolve(null)
    }
    let isLoaded = false
    timer = setTimeout(giveUp, START_LIMIT_MS)
    signal.addEventListener('abort', giveUp, { once: true })
    worker.addEventListener('error', giveUp)
    worker.addEventListener('messageerror', giveUp)
    worker.addEventListener('message', ({ data }: MessageEvent<TextResult<W> | null>) => {
      if (isLoaded) {
        resolve(data)
        return
      }
      isLoaded = true
      clearTimeout(timer)
      timer = setTimeout(giveUp, WORK_LIMIT_MS)
      worker.postMessage(work)
    })
  })
  clearTimeout(timer)
  worker.terminate()
  return answer
}
