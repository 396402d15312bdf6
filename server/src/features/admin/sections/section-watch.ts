import type { ComposedSection, Sections } from '@holdall/api'
import { type FSWatcher, mkdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { second } from '../../../infrastructure/clock.ts'
import { Refusal } from '../../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../../infrastructure/infrastructure.ts'
import type { Ui } from '../../frontend/frontend.ts'
import { buildOf } from '../../frontend/section-versions.ts'
import type { SectionReports } from './section-reports.ts'

/** Changes of other servers and of builds are found in this time, changes of the choices at once. */
const CHECK_INTERVAL_MS = 10 * second

/** Finds what commands and upgrades have changed of shell and sections. */
export interface SectionWatch {
  /** Logs, counts and publishes what has changed since the last call. */
  check(): Promise<void>
  start(): void
  stop(): void
  /** Changes since the start. */
  readonly changes: number
}

type Deps = Pick<Infrastructure, 'config' | 'log' | 'realtime'> & {
  readonly sectionReports: SectionReports
  readonly ui: Ui
}

export function createSectionWatch({ config, log, realtime, sectionReports, ui }: Deps): SectionWatch {
  let known: ReadonlyMap<string, string> | null = null
  const notified = new Set<string>()
  let changes = 0
  let timer: NodeJS.Timeout | undefined
  let watcher: FSWatcher | undefined

  /** Null while the shell is not built. */
  function composed(): Sections | null {
    try {
      return ui.sections()
    } catch (error) {
      if (error instanceof Refusal) return null
      throw error
    }
  }

  async function reportUnusable(section: ComposedSection, isNews: boolean): Promise<void> {
    if (section.state !== 'broken' && section.state !== 'incompatible') return
    const { id, state: cause } = section
    const version = section.version ?? 'unknown'
    if (isNews) log.error({ section: id, version, cause, ...whyOf(section) }, 'a section cannot be used')
    const key = `${id} ${version} ${cause}`
    // Tried again at the next check where the database does not answer.
    if (!notified.has(key)) await sectionReports.notify({ section: id, build: version, version, cause })
    notified.add(key)
  }

  async function check(): Promise<void> {
    const now = composed()
    if (now === null) return
    const states = statesOf(now)
    const before = known
    known = states
    if (before === null) log.info({ sections: Object.fromEntries(states) }, 'sections in use')
    const changed = [...new Set([...(before ?? []), ...states].map(([id]) => id))].filter(
      (id) => before?.get(id) !== states.get(id),
    )
    if (before !== null && changed.length > 0) {
      changes += changed.length
      for (const id of changed)
        log.info({ section: id, before: before.get(id) ?? null, now: states.get(id) ?? null }, 'a section has changed')
      realtime.publishToAll('sections.changed')
    }
    for (const section of now.sections) await reportUnusable(section, changed.includes(section.id))
    await sectionReports.refresh()
  }

  const checkAndLog = () => {
    check().catch((error: unknown) => log.warn({ err: error }, 'changes of sections could not be handled'))
  }

  return {
    check,
    start() {
      checkAndLog()
      timer = setInterval(checkAndLog, CHECK_INTERVAL_MS).unref()
      try {
        const folder = join(config.dataDir, 'ui')
        mkdirSync(folder, { recursive: true })
        watcher = watch(folder, { persistent: false }, checkAndLog)
        // Some file systems cannot be watched; the timer stays.
        watcher.on('error', () => watcher?.close())
      } catch (error) {
        log.debug({ err: error }, 'the folder of the sections is not watched')
      }
    },
    stop() {
      clearInterval(timer)
      watcher?.close()
    },
    get changes() {
      return changes
    },
  }
}

/** What a page gets of the shell and of each section, as texts that differ where the contents do. */
function statesOf({ shell, sections }: Sections): ReadonlyMap<string, string> {
  return new Map([
    ['shell', `${shell.version} ${shell.build ?? ''}`.trim()],
    ...sections.map((section) => [section.id, stateOf(section)] as const),
  ])
}

function stateOf(section: ComposedSection): string {
  if (section.state === 'ok') return buildOf(section.section)
  return section.state === 'disabled' ? 'disabled' : `${section.version ?? 'unknown'} ${section.state}`
}

const whyOf = (section: ComposedSection) => {
  if (section.state === 'broken') return { reason: section.reason }
  return section.state === 'incompatible' ? { needs: section.needs, has: section.has } : {}
}
