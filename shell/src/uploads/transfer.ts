import { dateOfFile, type Entry, extensionOf } from '@holdall/api'
import { type ApiClient, ApiError, isApiError } from '@holdall/api-client'
import type { LinkTarget } from '@holdall/section'
import { type AttemptHooks, attemptUntilAnswered, isUnanswered } from './attempts.ts'
import { checksum } from './checksum.ts'
import { isRefusedByProxy, type PartSize } from './part-size.ts'
import { type UploadCalls, type SentFields, uploadCallsOf } from './upload-calls.ts'

export interface Transfer {
  /** The link that it is sent by; absent for an upload into the user's own files. */
  readonly link?: LinkTarget | undefined
  readonly uploadId: string
  readonly file: File
  readonly folderId: string | null
  readonly path: string
  /** Whether it replaces a file of the same name. */
  readonly replace?: boolean | undefined
  /** The server may already hold bytes of it. */
  readonly isBegun: boolean
}
export interface TransferHooks extends AttemptHooks {
  /** Bytes of the file that have been sent: the total, not a difference. */
  sent(bytes: number): void
  /** All bytes have been sent; the server is processing them. */
  processing(): void
  /** The server has stored this many bytes. */
  acknowledged(bytes: number): void
}

/** A request without progress for this long counts as unanswered: browsers do not always report a lost network. */
export const STALLED_MS = 120_000

/**
 * Sends a file chunk by chunk and returns the entry it became. The server owns the offset: a chunk that it already has
 * is skipped, one that it lacks is sent again. Throws the ApiError that ended it.
 */
export async function transfer(
  api: ApiClient,
  job: Transfer,
  partSize: PartSize,
  hooks: TransferHooks,
  signal: AbortSignal,
): Promise<Entry> {
  const { file } = job
  const calls = uploadCallsOf(api, job.link)
  let offset = 0
  let isOffsetKnown = !job.isBegun
  const attempt = async (): Promise<Entry | null> => {
    if (!isOffsetKnown) {
      offset = await offsetOnServer(calls, job, signal)
      isOffsetKnown = true
    }
    hooks.sent(offset)
    const end = Math.min(offset + partSize.bytes, file.size)
    const sentBytes = end - offset
    try {
      const entry = await sendChunk(calls, job, offset, end, hooks, signal)
      partSize.accepted(sentBytes)
      offset = end
      return entry
    } catch (error) {
      if (isRefusedByProxy(error) && partSize.refused(sentBytes)) return attempt()
      // The server was reachable: its answer had the offset.
      if (isApiError(error, 'network')) partSize.broken(sentBytes)
      if (isApiError(error, 'wrong-offset') && error.offset !== null) offset = Math.min(error.offset, file.size)
      else if (isApiError(error) && isUnanswered(error)) isOffsetKnown = false
      throw error
    }
  }
  for (;;) {
    const entry = await attemptUntilAnswered(attempt, hooks, signal)
    if (entry) return entry
    hooks.acknowledged(offset)
  }
}

async function sendChunk(
  calls: UploadCalls,
  job: Transfer,
  start: number,
  end: number,
  hooks: TransferHooks,
  signal: AbortSignal,
): Promise<Entry | null> {
  const { file } = job
  // Read once: what is hashed is what is sent, and a read error is not taken for a lost connection.
  const bytes = await file.slice(start, end).arrayBuffer()
  const modifiedAt = dateOfFile(file)
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
    ...(job.replace && { replace: true }),
    ...(modifiedAt !== undefined && { modified_at: modifiedAt }),
  } satisfies SentFields
  const watch = watchForStall(signal)
  const onProgress = (sent: number) => {
    watch.progressed()
    // The progress may include the multipart framing: capped at the end of the chunk.
    hooks.sent(Math.min(start + sent, end))
    if (end === file.size && start + sent >= end) hooks.processing()
  }
  try {
    const data = await calls.send(fields, { bytes: new Blob([bytes]), signal: watch.signal, onProgress })
    return data.type === 'upload' ? null : data
  } catch (error) {
    throw watch.isStalled() ? new ApiError('network', 0, { message: 'The server stopped answering.' }) : error
  } finally {
    watch.end()
  }
}

/** A signal that aborts with the given one, or when `progressed` was not called for too long. */
function watchForStall(signal: AbortSignal) {
  const request = new AbortController()
  let isStalled = false
  const abort = () => {
    request.abort()
  }
  const stall = () => {
    isStalled = true
    abort()
  }
  let timer = setTimeout(stall, STALLED_MS)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  return {
    signal: request.signal,
    isStalled: () => isStalled,
    progressed() {
      clearTimeout(timer)
      timer = setTimeout(stall, STALLED_MS)
    },
    end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    },
  }
}

/** Where to resume. An upload that the server no longer knows starts at 0. */
async function offsetOnServer(calls: UploadCalls, job: Transfer, signal: AbortSignal): Promise<number> {
  try {
    const { attributes } = await calls.state(job.uploadId, signal)
    // The last byte is sent again even if it has arrived: its answer has the entry. Nothing is before it in an empty file.
    return Math.max(0, Math.min(attributes.offset, job.file.size - 1))
  } catch (error) {
    if (isApiError(error, 'not-found')) return 0
    throw error
  }
}
