/**
 * Files that were shared with the installed app, from the service worker that received them to the page that asks where
 * to upload them. They are kept in this browser only.
 */

export const MAX_SHARED_FILES = 200
export const MAX_SHARED_BYTES = 4 * 1024 ** 3
/** How many of them wait for an answer; further ones replace the oldest. */
export const MAX_WAITING_SHARES = 5
export const SHARED_FILES_TTL_MS = 24 * 60 * 60 * 1000

/** Why there are none. */
export type SharedFilesFailure = 'none' | 'too-many' | 'too-large' | 'unavailable'

interface Share {
  readonly id: string
  readonly receivedAtMs: number
  readonly files: readonly File[]
}

const DATABASE = 'holdall-shared-files'
const STORE = 'shares'

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => {
      resolve(request.result)
    })
    request.addEventListener('error', () => {
      reject(request.error ?? new Error('IndexedDB failed.'))
    })
  })

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(STORE, { keyPath: 'id' })
  })
  return done(request)
}

/** Runs one transaction, which commits before this resolves. */
async function change<T>(run: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await open()
  try {
    const transaction = database.transaction(STORE, 'readwrite')
    const committed = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => {
        resolve()
      })
      transaction.addEventListener('abort', () => {
        reject(transaction.error ?? new Error('IndexedDB aborted.'))
      })
    })
    const [result] = await Promise.all([run(transaction.objectStore(STORE)), committed])
    return result
  } finally {
    database.close()
  }
}

/** The shares that are not expired, the oldest first; deletes the others. */
async function current(store: IDBObjectStore, nowMs: number): Promise<readonly Share[]> {
  const all = (await done(store.getAll())) as readonly Share[]
  const isExpired = ({ receivedAtMs }: Share) => Math.abs(nowMs - receivedAtMs) >= SHARED_FILES_TTL_MS
  await Promise.all(all.filter(isExpired).map(({ id }) => done(store.delete(id))))
  return all.filter((share) => !isExpired(share)).toSorted((one, other) => one.receivedAtMs - other.receivedAtMs)
}

/**
 * Keeps files for the page that asks about them. Resolves to their id, or why they are not kept. Rejects where the
 * browser cannot store them.
 */
export async function keepSharedFiles(
  files: readonly File[],
  nowMs: number,
): Promise<{ readonly id: string } | { readonly failure: SharedFilesFailure }> {
  if (files.length === 0) return { failure: 'none' }
  if (files.length > MAX_SHARED_FILES) return { failure: 'too-many' }
  const sizeOf = (some: readonly File[]) => some.reduce((bytes, { size }) => bytes + size, 0)
  if (sizeOf(files) > MAX_SHARED_BYTES) return { failure: 'too-large' }
  const id = crypto.randomUUID()
  await change(async (store) => {
    const waiting = [...(await current(store, nowMs))]
    let bytes = sizeOf(waiting.flatMap((share) => share.files))
    while (waiting.length >= MAX_WAITING_SHARES || (waiting.length > 0 && bytes + sizeOf(files) > MAX_SHARED_BYTES)) {
      const [oldest] = waiting.splice(0, 1)
      if (!oldest) break
      bytes -= sizeOf(oldest.files)
      await done(store.delete(oldest.id))
    }
    await done(store.put({ id, receivedAtMs: nowMs, files } satisfies Share))
  })
  return { id }
}

/** The files of an id; null where there are none, or no longer. */
export const readSharedFiles = (id: string, nowMs: number): Promise<readonly File[] | null> =>
  change(async (store) => (await current(store, nowMs)).find((share) => share.id === id)?.files ?? null)

export const deleteSharedFiles = (id: string): Promise<void> =>
  change(async (store) => {
    await done(store.delete(id))
  })

/** Deletes what was shared longer ago than it is kept. */
export const deleteExpiredSharedFiles = (nowMs: number): Promise<void> =>
  change(async (store) => {
    await current(store, nowMs)
  })

/** Deletes all of them, whoever they are for. */
export const deleteAllSharedFiles = (): Promise<void> =>
  change(async (store) => {
    await done(store.clear())
  })
