import { ReadFailure } from './read-failure.ts'

/** The first `limit` bytes of a file, fewer where it is smaller. Reads no more than that. Throws `ReadFailure`. */
export async function readHead(url: string, limit: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  return readRange(url, 0, limit, signal)
}

/** `length` bytes from `start`, fewer at the end of the file. Throws `ReadFailure`. */
export async function readRange(
  url: string,
  start: number,
  length: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const range = `bytes=${String(start)}-${String(start + length - 1)}`
  const response = await request(url, { headers: { range }, signal })
  // A proxy may ignore the range; then the file begins at its first byte.
  const skipped = response.status === 206 ? 0 : start
  const bytes = await readAtMost(response, skipped + length)
  return bytes.subarray(skipped)
}

/** How long a viewer waits for the reason why its file cannot be read. */
export const PROBE_TIMEOUT_MS = 20_000

/** Whether the address can be read. Resolves to null, or to why not. */
export async function probe(url: string, signal: AbortSignal): Promise<ReadFailure | null> {
  try {
    await request(url, { method: 'HEAD', signal })
    return null
  } catch (error) {
    if (error instanceof ReadFailure) return error
    throw error
  }
}

async function request(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...options, credentials: 'same-origin' }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error
    throw new ReadFailure('network')
  })
  if (response.ok) return response
  await response.body?.cancel()
  if (response.status >= 500 || response.status === 429) throw new ReadFailure('network')
  throw new ReadFailure(response.status === 403 ? 'forbidden' : 'refused')
}

async function readAtMost(response: Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  while (reader && size < limit) {
    const { value, done } = await reader.read().catch(() => {
      throw new ReadFailure('network')
    })
    if (done) break
    parts.push(value)
    size += value.length
  }
  await reader?.cancel().catch(() => undefined)
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes.subarray(0, limit)
}
