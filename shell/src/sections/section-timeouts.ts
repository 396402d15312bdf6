/** For the entry file of a section. */
export const ENTRY_TIMEOUT_MS = 8000
/** For the `start` of a section. */
export const START_TIMEOUT_MS = 8000

export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/** Settles like the promise, or rejects with `TimeoutError` after so many milliseconds. */
export async function withTimeout<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new TimeoutError(`Not done after ${String(milliseconds)} ms.`))
    }, milliseconds)
  })
  try {
    return await Promise.race([promise, timedOut])
  } finally {
    clearTimeout(timer)
  }
}
