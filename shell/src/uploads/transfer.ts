import { type ChunkFields, uploadChunk, uploadState } from '@holdall/api'
import { type ApiClient, type ApiError, isApiError } from '@holdall/api-client'
import { extensionOf } from './admission.ts'
import { checksum } from './checksum.ts'

export interface Transfer {
  readonly uploadId: string
  readonly file: File
  readonly folderId: string | null
  readonly path: string
}
export interface TransferHooks {
  /** Bytes of the file that have left; each call says a whole number, not a difference. */
  sent(bytes: number): void
  /** Everything has left; the server is at work. */
  processing(): void
  /** The server has these bytes for good. */
  acknowledged(bytes: number): void
  wait(ms: number, signal: AbortSignal): Promise<void>
}

/** The loop stops after this many failures in a row; a chunk that succeeds resets the count. */
const MAX_FAILURES = 3

/**
 * Sends a file chunk by chunk and returns the id of the entry it became. The server owns the offset: a chunk that it
 * already has is skipped, one that it lacks is sent again. Throws the ApiError that ended it.
 */
export async function transfer(
  api: ApiClient,
  job: Transfer,
  chunkSize: number,
  resume: boolean,
  hooks: TransferHooks,
  signal: AbortSignal,
): Promise<string> {
  const { file } = job
  let offset = resume ? await offsetOnServer(api, job, signal) : 0
  let failures = 0
  for (;;) {
    hooks.sent(offset)
    const end = Math.min(offset + chunkSize, file.size)
    const start = offset
    try {
      const entryId = await sendChunk(api, job, start, end, hooks, signal)
      if (entryId !== null) return entryId
      offset = end
      failures = 0
      hooks.acknowledged(offset)
    } catch (error) {
      if (!isApiError(error) || signal.aborted || isFinal(error)) throw error
      failures += 1
      if (failures >= MAX_FAILURES) throw error
      if (error.code === 'wrong-offset' && error.offset !== null) {
        offset = Math.min(error.offset, file.size)
      } else {
        await hooks.wait(error.retryAfter === null ? 500 * 2 ** failures : error.retryAfter * 1000, signal)
      }
    }
  }
}

async function sendChunk(
  api: ApiClient,
  job: Transfer,
  start: number,
  end: number,
  hooks: TransferHooks,
  signal: AbortSignal,
): Promise<string | null> {
  const { file } = job
  const bytes = file.slice(start, end)
  const fields = {
    name: file.name,
    extension: extensionOf(file.name),
    is_last_chunk: end === file.size,
    upload_id: job.uploadId,
    offset: start,
    size: file.size,
    checksum: await checksum(bytes),
    ...(job.folderId === null ? {} : { parent_id: job.folderId }),
    ...(job.path === '' ? {} : { path: job.path }),
  } satisfies Partial<ChunkFields>
  const onProgress = (sent: number) => {
    // What travels may be counted with its framing: never more than the file.
    hooks.sent(Math.min(start + sent, end))
    if (end === file.size && start + sent >= end) hooks.processing()
  }
  const { data } = await api.call(uploadChunk, { body: fields }, { bytes, signal, onProgress })
  return data.type === 'upload' ? null : data.id
}

/** Where to go on. An upload that the server no longer knows begins again. */
async function offsetOnServer(api: ApiClient, job: Transfer, signal: AbortSignal): Promise<number> {
  try {
    const { data } = await api.call(uploadState, { params: { upload_id: job.uploadId } }, { signal })
    return Math.min(data.attributes.offset, Math.max(job.file.size - 1, 0))
  } catch (error) {
    if (isApiError(error, 'not-found')) return 0
    throw error
  }
}

/** Trying again cannot help: refused for what it is, or the server broke on it (SPEC section 4: at once on a 500 or 422). */
function isFinal(error: ApiError): boolean {
  return (
    error.status === 500 ||
    error.status === 507 ||
    (error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 409 && error.status !== 429)
  )
}
