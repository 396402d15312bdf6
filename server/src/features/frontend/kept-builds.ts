import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { day, hour } from '../../infrastructure/clock.ts'
import type { Log } from '../../infrastructure/log.ts'
import { filesOf } from './build-files.ts'

/** Open tabs fetch from the build that they were loaded with for at least this long after its last use. */
export const KEPT_MS = 14 * day
/** How often the last use of a build is recorded, and so how much later than `KEPT_MS` it is removed. */
const RENEW_INTERVAL_MS = hour

/**
 * Builds of the shell and of the built-in sections that were served once, in `data/ui/builds/<app>/<name>/`. A name
 * always has the same bytes. The folder's modification time is the last use of its build.
 */
export interface KeptBuilds {
  /**
   * Copies a build unless it is kept already, and records its use. Resolves once it is kept; a failure is logged, and the
   * build is served from where it is.
   */
  keep(app: string, name: string, from: string): Promise<void>
  /** The folder of a kept build, whichever process copied it. */
  folderOf(app: string, name: string): string | null
  /** Resolves once no copy is being written. */
  settled(): Promise<void>
}

interface Options {
  readonly dataDir: string
  readonly now?: () => number
  readonly log?: Pick<Log, 'error'> | undefined
}

const safePart = /^[a-z0-9][\w~+.-]{0,120}$/i

export function keepBuilds({ dataDir, now = Date.now, log }: Options): KeptBuilds {
  const root = join(dataDir, 'ui', 'builds')
  const inUse = new Map<string, { readonly kept: Promise<void>; readonly renewedAt: number }>()

  const folderOf: KeptBuilds['folderOf'] = (app, name) => {
    if (!safePart.test(app) || !safePart.test(name)) return null
    const folder = join(root, app, name)
    return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? folder : null
  }

  async function copyBuild(app: string, name: string, from: string): Promise<void> {
    if (folderOf(app, name) !== null) return
    const temporary = join(root, app, `.${randomUUID()}.tmp`)
    try {
      const before = await stampsOf(from)
      for (const file of before.keys()) {
        await mkdir(dirname(join(temporary, file)), { recursive: true })
        await copyFile(join(from, file), join(temporary, file))
      }
      const after = await stampsOf(from)
      const isSame = after.size === before.size && [...before].every(([file, stamp]) => after.get(file) === stamp)
      if (!isSame) throw new Error(`the files in ${from} were replaced while they were copied`)
      await rename(temporary, join(root, app, name))
    } catch (error) {
      // Another node may have copied it in the meantime.
      if (folderOf(app, name) === null) throw error
    } finally {
      await rm(temporary, { recursive: true, force: true })
    }
  }

  /** Removes builds of this app that have not been used for longer than `KEPT_MS`. */
  async function removeOld(app: string): Promise<void> {
    for (const name of await readdir(join(root, app))) {
      const folder = join(root, app, name)
      if (inUse.has(`${app}/${name}`)) continue
      const { mtimeMs } = await stat(folder)
      if (now() - mtimeMs > KEPT_MS + RENEW_INTERVAL_MS) await rm(folder, { recursive: true, force: true })
    }
  }

  async function copyOrRenew(app: string, name: string, from: string): Promise<void> {
    try {
      await copyBuild(app, name, from)
      const time = now() / 1000
      await utimes(join(root, app, name), time, time)
      await removeOld(app)
    } catch (error) {
      log?.error({ err: error, app }, 'a build could not be kept for open tabs; it is served from where it is')
    }
  }

  return {
    folderOf,
    keep(app, name, from) {
      const key = `${app}/${name}`
      const known = inUse.get(key)
      if (known !== undefined && now() - known.renewedAt < RENEW_INTERVAL_MS) return known.kept
      const kept = copyOrRenew(app, name, from)
      inUse.set(key, { kept, renewedAt: now() })
      return kept
    },
    async settled() {
      await Promise.all([...inUse.values()].map(({ kept }) => kept))
    },
  }
}

/** The files of a build, each with what differs once it is replaced: one name must not keep the bytes of two builds. */
async function stampsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const stamps = new Map<string, string>()
  for (const file of filesOf(folder, { packed: true })) {
    const { ino, mtimeMs, size } = await stat(join(folder, file))
    stamps.set(file, `${ino} ${mtimeMs} ${size}`)
  }
  return stamps
}
