import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
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
  /** Copies a build unless it is kept already, records its use, and returns the folder to serve it from. */
  keep(app: string, name: string, from: string): string
  /** The folder of a kept build, whichever process copied it. */
  folderOf(app: string, name: string): string | null
}

interface Options {
  readonly dataDir: string
  readonly now?: () => number
  readonly log?: Pick<Log, 'error'> | undefined
}

const safePart = /^[a-z0-9][\w~+.-]{0,120}$/i

export function keepBuilds({ dataDir, now = Date.now, log }: Options): KeptBuilds {
  const root = join(dataDir, 'ui', 'builds')
  const inUse = new Map<string, { readonly folder: string; renewedAt: number }>()

  const folderOf: KeptBuilds['folderOf'] = (app, name) => {
    if (!safePart.test(app) || !safePart.test(name)) return null
    const folder = join(root, app, name)
    return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? folder : null
  }

  function copyBuild(app: string, name: string, from: string): string {
    const target = join(root, app, name)
    if (folderOf(app, name) !== null) return target
    const temporary = join(root, app, `.${randomUUID()}.tmp`)
    try {
      for (const file of filesOf(from, { packed: true })) {
        mkdirSync(dirname(join(temporary, file)), { recursive: true })
        copyFileSync(join(from, file), join(temporary, file))
      }
      renameSync(temporary, target)
    } catch (error) {
      // Another node may have copied it in the meantime.
      if (folderOf(app, name) === null) throw error
    } finally {
      rmSync(temporary, { recursive: true, force: true })
    }
    return target
  }

  /** Removes builds of this app that have not been used for longer than `KEPT_MS`. */
  function removeOld(app: string): void {
    for (const name of readdirSync(join(root, app))) {
      const folder = join(root, app, name)
      const { mtimeMs } = statSync(folder)
      if (!inUse.has(`${app}/${name}`) && now() - mtimeMs > KEPT_MS + RENEW_INTERVAL_MS) {
        rmSync(folder, { recursive: true, force: true })
      }
    }
  }

  return {
    folderOf,
    keep(app, name, from) {
      const key = `${app}/${name}`
      const known = inUse.get(key)
      if (known !== undefined && now() - known.renewedAt < RENEW_INTERVAL_MS) return known.folder
      try {
        const folder = copyBuild(app, name, from)
        const time = now() / 1000
        utimesSync(folder, time, time)
        inUse.set(key, { folder, renewedAt: now() })
        removeOld(app)
        return folder
      } catch (error) {
        log?.error({ err: error, app }, 'a build could not be kept for open tabs; it is served from where it is')
        inUse.set(key, { folder: from, renewedAt: now() })
        return from
      }
    },
  }
}
