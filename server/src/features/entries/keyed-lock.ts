import { Mutex } from 'async-mutex'

const locks = new Map<string, Mutex>()

/** Runs work at once, or not at all while other work with the same key runs. */
export async function ifUnlocked(key: string, work: () => Promise<void>): Promise<void> {
  if (!locks.has(key)) await withLock(key, work)
}

/** Runs work with the same key one after the other within this process. */
export async function withLock<T>(key: string, work: () => Promise<T>): Promise<T> {
  const lock = locks.get(key) ?? new Mutex()
  locks.set(key, lock)
  try {
    return await lock.runExclusive(work)
  } finally {
    if (!lock.isLocked()) locks.delete(key)
  }
}
