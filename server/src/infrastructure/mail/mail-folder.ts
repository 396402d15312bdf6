import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { type Clock, day } from '../clock.ts'
import { digest, type Ids } from '../ids.ts'
import { syncPath } from '../sync-path.ts'

/** Where one is reached, the oldest mail of the receiver with the most mails is deleted. */
export const MAX_KEPT_MAILS = 1000
export const MAX_KEPT_BYTES = 64 * 1024 * 1024
export const MAILS_KEPT_MS = 30 * day

/** Of a name that `store` made. Others in the folder are not ours, and are left alone. */
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z-(?:([\w-]{8})-)?[\w-]{22}\.eml(?:\.partial)?$/
/** The same for the mails of one receiver. Empty for those of earlier releases. */
const receiverOf = (name: string) => NAME.exec(name)?.[1] ?? ''

/** Names begin with it: they sort by time. */
const stampOf = (at: number) => new Date(at).toISOString().replaceAll(':', '-')

/** Of a receiver, in the names of files. Not the address: names are in the log. */
const keyOf = (receiver: string) => digest(receiver.toLowerCase()).slice(0, 8)

/** Mails that nobody sends, as files in the data folder. */
export interface MailFolder {
  readonly path: string
  /** Returns the path of the file. Throws where it cannot be written; then nothing of it is left. */
  store(message: Uint8Array, receiver: string): Promise<string>
  /** Deletes mails that are too old, and unfinished ones of a killed process. */
  deleteOld(): Promise<void>
}

interface Deps {
  readonly clock: Clock
  readonly ids: Pick<Ids, 'token'>
}

export function createMailFolder(dataDir: string, { clock, ids }: Deps): MailFolder {
  const path = join(dataDir, 'mails')
  // So that mails at the same time do not exceed the bounds together.
  const oneByOne = pLimit(1)

  /** Deletes what is beyond the bounds once another mail of this size is there. */
  async function makeRoom(count: number, sizeBytes: number): Promise<void> {
    const kept: StoredMail[] = []
    const now = clock.now()
    const [oldest, newest] = [stampOf(now - MAILS_KEPT_MS), stampOf(now + day)]
    for (const name of await namesIn(path)) {
      // Names from the future were made while the clock was wrong: they would be the newest for long.
      const isOver = name < oldest || name > newest || name.endsWith('.partial')
      const size = isOver ? null : await sizeOf(join(path, name))
      if (size === null) await rm(join(path, name), { force: true })
      else kept.push({ name, sizeBytes: size })
    }
    for (const { name } of beyondBounds(kept, count, sizeBytes)) await rm(join(path, name), { force: true })
  }

  async function write(message: Uint8Array, receiver: string): Promise<string> {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await makeRoom(1, message.length)
    const file = join(path, `${stampOf(clock.now())}-${keyOf(receiver)}-${ids.token()}.eml`)
    const partial = `${file}.partial`
    try {
      const handle = await open(partial, 'wx', 0o600)
      try {
        await handle.writeFile(message)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(partial, file)
      await syncPath(path)
      return file
    } catch (error) {
      for (const left of [partial, file]) await rm(left, { force: true }).catch(() => undefined)
      throw error
    }
  }

  return {
    path,
    store: (message, receiver) =>
      oneByOne(() => write(message, receiver)).catch((error: unknown) => {
        throw new Error(`The mail could not be written to ${path}: ${(error as Error).message}`, { cause: error })
      }),
    deleteOld: () => oneByOne(() => makeRoom(0, 0)),
  }
}

interface StoredMail {
  readonly name: string
  readonly sizeBytes: number
}

/** What is to be deleted so that there is room for `count` further mails of `sizeBytes` together. */
function beyondBounds(kept: readonly StoredMail[], count: number, sizeBytes: number): readonly StoredMail[] {
  const oldestFirst = kept.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const byReceiver = new Map<string, StoredMail[]>()
  for (const mail of oldestFirst) {
    const receiver = receiverOf(mail.name)
    byReceiver.set(receiver, [...(byReceiver.get(receiver) ?? []), mail])
  }
  let bytes = kept.reduce((sum, mail) => sum + mail.sizeBytes, sizeBytes)
  const beyond: StoredMail[] = []
  while (kept.length - beyond.length + count > MAX_KEPT_MAILS || bytes > MAX_KEPT_BYTES) {
    // Of several with as many, the one with the oldest mail.
    const most = [...byReceiver.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
    const oldest = most.shift()
    if (!oldest) break
    bytes -= oldest.sizeBytes
    beyond.push(oldest)
  }
  return beyond
}

async function namesIn(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true })
    return entries.filter((entry) => entry.isFile() && NAME.test(entry.name)).map(({ name }) => name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Null where the operator has deleted it meanwhile. */
async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
