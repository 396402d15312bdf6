import type { ComposedSection, LocaleMessages, Sections } from '@holdall/api'
import { readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { Refusal } from '../../infrastructure/errors/refusal.ts'
import type { Log } from '../../infrastructure/log.ts'
import type { Choice } from './section-choices.ts'
import { type AccountsByBase, compose, composeWith } from './compose-sections.ts'
import { fileSectionStore, type BuiltIn } from './section-folders.ts'
import { keepBuilds } from './kept-builds.ts'
import { messagesOf } from './section-messages.ts'
import { readShell, type ShellBuild } from './shell-build.ts'
import type { SectionStore, Snapshot } from './section-versions.ts'

/** The shell and the sections as they are on disk now; what is kept in memory is checked against the disk. */
export interface Ui {
  readonly serverVersion: string
  readonly store: SectionStore
  /** The folder behind `/ui/shell/<build>/`: of the build in use, or of a kept one. */
  shellFolderOf(build: string): string | null
  /** The folder behind `/ui/sections/<id>/<segment>/`: of an available version, or of a kept build. */
  sectionFolderOf(id: string, segment: string): string | null
  /** Throws `busy` while the shell is not built. */
  shell(): ShellBuild
  /** Throws like `shell`. */
  sections(): Sections
  /** The messages of the shell and of each section in the version that is shown; none while the shell is not built. */
  messages(): readonly LocaleMessages[]
  /** Sections that are built in this checkout, did not come with Holdall and are not installed. */
  notInstalled(): readonly BuiltIn[]
  /** How a section would be composed with another choice. Throws like `shell`. */
  composeWith(id: string, choice: Choice): ComposedSection | undefined
  /**
   * From now on every served build is kept for open tabs. The server calls it, commands do not. Resolves once the present
   * builds are kept.
   */
  keepBuilds(): Promise<void>
  /** Resolves once no build is being copied. */
  settled(): Promise<void>
}

interface Options {
  readonly dataDir: string
  readonly version: string
  /** Where the builds are: `shell/dist` and `mf-<id>/dist`. */
  readonly builds?: string
  readonly log?: Pick<Log, 'error'>
  readonly now?: () => number
  /** What accounts have reported: another object after each change. */
  readonly reported?: () => AccountsByBase
}

const noReports: AccountsByBase = new Map()

export const repository = resolve(import.meta.dirname, '../../../..')

export function createUi({ dataDir, version, builds = repository, log, now, reported = () => noReports }: Options): Ui {
  const kept = keepBuilds({ dataDir, log, ...(now && { now }) })
  let keeps = false
  const built = sectionBuilds(builds)
  const store = fileSectionStore({ dataDir, builtIn: built.filter(({ id }) => builtInIds.includes(id)) })
  const shellFolder = join(builds, 'shell', 'dist')
  let shell: { readonly stamp: string; readonly build: ShellBuild } | undefined
  let composed:
    | { readonly of: readonly [Snapshot, ShellBuild, AccountsByBase]; readonly sections: Sections }
    | undefined
  let logged: string | null = null

  function readAgain(): ShellBuild {
    const { mtimeMs, ino } = statSync(join(shellFolder, 'shell.json'), { throwIfNoEntry: false }) ?? {}
    const stamp = `${mtimeMs}.${ino}`
    if (shell?.stamp === stamp) return shell.build
    try {
      shell = { stamp, build: readShell(shellFolder) }
    } catch (error) {
      // While the next build is being written, the previous one is served from where it is kept.
      if (shell === undefined || !keeps) throw error
    }
    return shell.build
  }

  /** Keeps copies of the builds in use, from which open tabs continue to fetch after an upgrade. */
  function keepInUse(snapshot: Snapshot, { manifest }: ShellBuild): void {
    if (!keeps) return
    void kept.keep('shell', manifest.build, shellFolder)
    for (const { id, origin, base, folder, verdict } of snapshot.versions) {
      if (origin === 'built-in' && verdict.kind === 'good') void kept.keep(id, basename(base), folder)
    }
  }

  function sections(): Sections {
    const of = [store.snapshot(), readAgain(), reported()] as const
    const [snapshot, build] = of
    keepInUse(snapshot, build)
    if (composed?.of.every((part, index) => part === of[index])) return composed.sections
    if (snapshot.choicesProblem !== logged) {
      logged = snapshot.choicesProblem
      if (logged !== null)
        log?.error({ problem: logged }, 'the choices of sections cannot be read; the last valid ones stay in effect')
    }
    composed = { of, sections: compose(snapshot, { shell: build.manifest, serverVersion: version, reported: of[2] }) }
    return composed.sections
  }

  return {
    serverVersion: version,
    store,
    shellFolderOf(build) {
      const folder = kept.folderOf('shell', build)
      return folder ?? (readAgain().manifest.build === build ? shellFolder : null)
    },
    sectionFolderOf(id, segment) {
      const folder = id === 'shell' ? null : kept.folderOf(id, segment)
      return folder ?? store.folderOf(id, segment)
    },
    shell: readAgain,
    notInstalled() {
      const { versions } = store.snapshot()
      return built.filter(
        ({ id, folder }) =>
          !builtInIds.includes(id) &&
          versions.every((version) => version.id !== id) &&
          statSync(join(folder, 'section.json'), { throwIfNoEntry: false }) !== undefined,
      )
    },
    composeWith: (id, choice) =>
      composeWith(store.snapshot(), { shell: readAgain().manifest, serverVersion: version }, id, choice),
    keepBuilds() {
      keeps = true
      const hasShell = statSync(join(shellFolder, 'shell.json'), { throwIfNoEntry: false }) !== undefined
      if (hasShell) keepInUse(store.snapshot(), readAgain())
      return kept.settled()
    },
    settled: () => kept.settled(),
    sections,
    messages() {
      try {
        return messagesOf(store.snapshot(), readAgain(), sections())
      } catch (error) {
        if (error instanceof Refusal) return []
        throw error
      }
    },
  }
}

/**
 * The sections that come with Holdall. A section of an operator's own in the same checkout is used like any other that
 * is installed: its build is not a version that keeps its contents, and it must not take addresses of these.
 */
export const builtInIds: readonly string[] = ['admin', 'platform', 'public', 'setup']

function sectionBuilds(builds: string): BuiltIn[] {
  return readdirSync(builds)
    .filter((name) => name.startsWith('mf-'))
    .sort()
    .map((name) => ({ id: name.slice('mf-'.length), folder: join(builds, name, 'dist') }))
}
