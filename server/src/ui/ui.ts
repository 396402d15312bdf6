import type { Sections } from '@holdall/api'
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Log } from '../log.ts'
import { compose } from './compose.ts'
import { fileSectionStore, type BuiltIn } from './file-store.ts'
import { readShell, type ShellBuild } from './shell-build.ts'
import type { SectionStore, Snapshot } from './store.ts'

/** The face of this Holdall as it stands on disk now. Nothing is kept longer than it is true. */
export interface Ui {
  readonly serverVersion: string
  readonly store: SectionStore
  readonly shellFolder: string
  /** Refuses as busy while the shell is not built. */
  shell(): ShellBuild
  /** Refuses as `shell` does. */
  sections(): Sections
}

interface Options {
  readonly dataDir: string
  readonly version: string
  /** Where the builds are: `shell/dist` and `mf-<id>/dist`. */
  readonly builds?: string
  readonly log?: Pick<Log, 'error'>
}

export const repository = resolve(import.meta.dirname, '../../..')

export function createUi({ dataDir, version, builds = repository, log }: Options): Ui {
  const store = fileSectionStore({ dataDir, builtIn: builtInSections(builds) })
  const shellFolder = join(builds, 'shell', 'dist')
  let shell: { readonly stamp: string; readonly build: ShellBuild } | undefined
  let composed: { readonly of: readonly [Snapshot, ShellBuild]; readonly sections: Sections } | undefined
  let told: string | null = null

  function readAgain(): ShellBuild {
    const { mtimeMs, ino } = statSync(join(shellFolder, 'shell.json'), { throwIfNoEntry: false }) ?? {}
    const stamp = `${mtimeMs}.${ino}`
    if (shell?.stamp !== stamp) shell = { stamp, build: readShell(shellFolder) }
    return shell.build
  }

  return {
    serverVersion: version,
    store,
    shellFolder,
    shell: readAgain,
    sections() {
      const of = [store.snapshot(), readAgain()] as const
      const [snapshot, build] = of
      if (composed?.of[0] === snapshot && composed.of[1] === build) return composed.sections
      if (snapshot.choicesProblem !== told) {
        told = snapshot.choicesProblem
        if (told !== null)
          log?.error({ problem: told }, 'the choice of sections cannot be read; the last good one stays')
      }
      composed = { of, sections: compose(snapshot, { shell: build.manifest, serverVersion: version }) }
      return composed.sections
    },
  }
}

function builtInSections(builds: string): BuiltIn[] {
  return readdirSync(builds)
    .filter((name) => name.startsWith('mf-'))
    .sort()
    .map((name) => ({ id: name.slice('mf-'.length), folder: join(builds, name, 'dist') }))
}
