import type { BlobStore } from '../../infrastructure/blobs/blob-store.ts'
import type { Log } from '../../infrastructure/log.ts'
import { modifiedAtOf } from '../entries/space.store.ts'
import type { ZipItem } from './zip-format.ts'
import type { PlacedRow } from './zip-walk.ts'

/** Files up to this size are read whole and several at a time. */
const SMALL_BYTES = 64 * 1024
const BATCH_BYTES = 512 * 1024
const BATCH_ENTRIES = 128

/** Names what is missing, in the language of the reader. */
export interface MissingNote {
  readonly name: string
  readonly text: string
}

/** Entries whose small files are read together. */
interface Batch {
  readonly entries: readonly PlacedRow[]
  readonly memory: Uint8Array
  /** For each small file null, or why it could not be read. */
  readonly results: Promise<readonly (string | null)[]>
}

const isSmall = ({ row }: PlacedRow) => row.kind === 'file' && row.size <= SMALL_BYTES && row.blob_id !== null

/** How often the reading of a large file continues where it failed. */
const MAX_RESUMES = 2

/**
 * The items of a zip, in order and in groups. While the files of one batch are sent, those of the next are read. A file
 * that cannot be opened is left out and named in a text at the end. With `leftOut`, which is called for each of them, so is
 * one that cannot be read to its end; without it the zip fails there.
 */
export async function* itemsOf(
  blobs: BlobStore,
  log: Log,
  groups: AsyncIterable<readonly PlacedRow[]>,
  note: MissingNote,
  leftOut?: () => void,
): AsyncGenerator<readonly ZipItem[]> {
  const memories = [0, 1].map(() => new Uint8Array(new SharedArrayBuffer(BATCH_BYTES)))
  const missing: string[] = []
  const leaveOut = ({ row, path }: PlacedRow, reason: string) => {
    log.error({ reason, blob: row.blob_id }, 'a file is left out of a zip: its blob cannot be read')
    missing.push(path)
    leftOut?.()
  }
  const large = leftOut ? resumedFile : largeFile
  const begin = (batch: readonly PlacedRow[], memory: Uint8Array): Batch => {
    const files = batch.filter(isSmall).map(({ row }) => ({ id: row.blob_id ?? '', size: row.size }))
    const results = files.length > 0 ? blobs.readSmall(files, memory) : Promise.resolve([])
    // It is not awaited where the receiver disconnects.
    results.catch(() => undefined)
    return { entries: batch, memory, results }
  }
  let turn = 0
  let ready: Batch | null = null
  for await (const batch of inBatches(groups)) {
    const next = begin(batch, memories[turn++ % 2]!)
    if (ready) yield* itemsOfBatch(blobs, ready, { leaveOut, large })
    ready = next
  }
  if (ready) yield* itemsOfBatch(blobs, ready, { leaveOut, large })
  if (missing.length > 0) {
    const text = `${note.text}\r\n\r\n${missing.join('\r\n')}\r\n`
    yield [{ path: note.name, modifiedMs: Date.now(), content: Buffer.from(text) }]
  }
}

/** Entries in groups whose small files fit into the memory of a batch. */
async function* inBatches(groups: AsyncIterable<readonly PlacedRow[]>): AsyncGenerator<readonly PlacedRow[]> {
  let batch: PlacedRow[] = []
  let bytes = 0
  for await (const group of groups) {
    for (const entry of group) {
      const size = isSmall(entry) ? entry.row.size : 0
      if (bytes + size > BATCH_BYTES || batch.length === BATCH_ENTRIES) {
        yield batch
        ;[batch, bytes] = [[], 0]
      }
      batch.push(entry)
      bytes += size
    }
  }
  if (batch.length > 0) yield batch
}

type Reader = Pick<BlobStore, 'read'>
type LeaveOut = (entry: PlacedRow, reason: string) => void

interface Ways {
  readonly leaveOut: LeaveOut
  readonly large: typeof largeFile
}

async function* itemsOfBatch(
  blobs: BlobStore,
  batch: Batch,
  { leaveOut, large }: Ways,
): AsyncGenerator<readonly ZipItem[]> {
  const { entries, memory, results } = batch
  const reasons = (await results)[Symbol.iterator]()
  let items: ZipItem[] = []
  let at = 0
  for (const entry of entries) {
    const { row, path } = entry
    if (row.kind !== 'file') items.push({ path: `${path}/`, modifiedMs: row.updated_at })
    else if (isSmall(entry)) {
      const content = memory.subarray(at, (at += row.size))
      const reason = reasons.next().value ?? null
      if (reason === null) items.push({ path, modifiedMs: modifiedAtOf(row), content })
      else leaveOut(entry, reason)
    } else {
      yield items
      items = []
      yield* large(blobs, entry, leaveOut)
    }
  }
  yield items
}

async function* largeFile(blobs: Reader, entry: PlacedRow, leaveOut: LeaveOut): AsyncGenerator<readonly ZipItem[]> {
  const { row, path } = entry
  if (row.blob_id === null) return leaveOut(entry, 'it has no blob')
  const pieces = blobs.read(row.blob_id, { start: 0, end: row.size - 1 })[Symbol.asyncIterator]()
  try {
    let first: IteratorResult<Uint8Array>
    try {
      first = await pieces.next()
    } catch (error) {
      return leaveOut(entry, String(error))
    }
    yield [{ path, modifiedMs: modifiedAtOf(row), content: { size: row.size, pieces: withFirst(first, pieces) } }]
  } finally {
    await pieces.return?.(undefined)
  }
}

/** A file that is left out also where it cannot be read to its end. */
async function* resumedFile(blobs: Reader, entry: PlacedRow, leaveOut: LeaveOut): AsyncGenerator<readonly ZipItem[]> {
  for await (const items of largeFile({ read: (id, range) => readResumed(blobs, id, range) }, entry, leaveOut)) {
    yield items.map((item) =>
      item.content === undefined || item.content instanceof Uint8Array
        ? item
        : { ...item, content: { ...item.content, brokenOff: (error) => leaveOut(entry, String(error)) } },
    )
  }
}

/** Continues where a read failed, as after a lost connection to a bucket. */
async function* readResumed(
  blobs: Reader,
  id: string,
  { start, end }: { readonly start: number; readonly end: number },
): AsyncGenerator<Uint8Array> {
  let at = start
  for (let resumes = 0; at <= end; resumes++) {
    try {
      for await (const piece of blobs.read(id, { start: at, end })) {
        at += piece.length
        yield piece
      }
      return
    } catch (error) {
      // What cannot be opened at all is not tried again.
      if (at === start || resumes === MAX_RESUMES) throw error
    }
  }
}

async function* withFirst(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (let piece = first; !piece.done; piece = await rest.next()) yield piece.value
}
