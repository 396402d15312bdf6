import type { ComposedSection } from '@holdall/api'
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FailureRow } from '../features/admin/sections/section-failure.store.ts'
import { SectionStoreError } from '../features/frontend/section-versions.ts'
import { createUi, repository, type Ui } from '../features/frontend/frontend.ts'
import { inspectVersion } from '../features/frontend/version-folder.ts'
import { packFolder, withSectionFolder } from './archive.ts'
import { type Terminal, UsageError } from './output.ts'
import { resetSections } from './ui-reset.ts'
import { listSections } from './ui-list.ts'

export interface UiOptions {
  /** For `list`: what accounts reported, or why it cannot be read. */
  readonly failures: () => Promise<readonly FailureRow[] | string>
  readonly dataDir: string
  readonly version: string
  /** Where the builds are, when not in this repository. */
  readonly builds?: string
  /** For `use`: allows a version that cannot run. */
  readonly force?: boolean
  /** For `pack`: the file to write. */
  readonly out?: string
}

const nextLoad = 'It shows at the next page load.'

/** `holdall ui …`. Throws with a message. */
export async function uiCommand(args: readonly string[], options: UiOptions, terminal: Terminal): Promise<void> {
  const [verb = 'list', ...rest] = args
  const command = Object.hasOwn(commands, verb) ? commands[verb] : undefined
  if (!command) throw new UsageError(`There is no "holdall ui ${verb}".`)
  const [minArguments, maxArguments] = command.takes
  if (rest.length < minArguments || rest.length > maxArguments)
    throw new UsageError(`Usage: holdall ui ${verb} ${command.usage}`)
  if (command.writes && !existsSync(options.dataDir)) {
    terminal.err(`There is nothing in ${options.dataDir} yet. If your Holdall's data is elsewhere, say --data-dir.`)
  }
  await command.run(rest, { ui: createUi(options), options, terminal })
}

interface CommandContext {
  readonly ui: Ui
  readonly options: UiOptions
  readonly terminal: Terminal
}
interface Command {
  readonly usage: string
  /** Minimum and maximum number of arguments. */
  readonly takes: readonly [number, number]
  /** Whether it writes into the data folder. */
  readonly writes: boolean
  run(args: readonly string[], context: CommandContext): void | Promise<void>
}

const commands: Record<string, Command> = {
  list: {
    usage: '',
    takes: [0, 0],
    writes: false,
    run: async (_args, { ui, options, terminal }) =>
      listSections(ui, { dataDir: options.dataDir, failures: await options.failures() }, terminal),
  },

  install: {
    usage: 'FILE_OR_FOLDER',
    takes: [1, 1],
    writes: true,
    async run([source = ''], { ui, terminal }) {
      await withSectionFolder(resolve(terminal.cwd, source), (folder) => {
        const { manifest, outcome } = ui.store.install(folder)
        const { id, version } = manifest
        terminal.out(outcome === 'known' ? `${id} ${version} is installed already.` : `Installed ${id} ${version}.`)
        terminal.out(`Put it to use with: holdall ui use ${id} ${version}`)
      })
    },
  },

  use: {
    usage: 'ID VERSION [--force]',
    takes: [2, 2],
    writes: true,
    run([id = '', version = ''], { ui, options, terminal }) {
      const unfit = options.force === true ? null : whyUnfit(ui.composeWith(id, chosenAs(id, version, ui)))
      if (unfit !== null && ui.store.snapshot().versions.some((v) => v.id === id && v.version === version)) {
        throw new SectionStoreError(`${id} ${version} ${unfit} Nothing was changed; --force uses it all the same.`)
      }
      ui.store.use(id, version)
      terminal.out(`${id} ${version} is in use. ${nextLoad}`)
      warnIfUnfit(id, ui, terminal)
    },
  },

  rollback: {
    usage: 'ID',
    takes: [1, 1],
    writes: true,
    run([id = ''], { ui, terminal }) {
      const version = ui.store.rollback(id)
      terminal.out(`${id} is back at ${version ?? 'the build’s own version'}. ${nextLoad}`)
      warnIfUnfit(id, ui, terminal)
    },
  },

  reset: {
    usage: '[ID]',
    takes: [0, 1],
    writes: true,
    run([id], { ui, terminal }) {
      for (const line of resetSections(ui, id ?? null)) terminal.out(line)
    },
  },

  disable: {
    usage: 'ID',
    takes: [1, 1],
    writes: true,
    run([id = ''], { ui, terminal }) {
      ui.store.setDisabled(id, true)
      terminal.out(`${id} is off. ${nextLoad}`)
      const loss = losses[id]
      if (loss !== undefined) terminal.err(`${loss} "holdall ui enable ${id}" brings it back.`)
    },
  },

  enable: {
    usage: 'ID',
    takes: [1, 1],
    writes: true,
    run([id = ''], { ui, terminal }) {
      ui.store.setDisabled(id, false)
      terminal.out(`${id} is on. ${nextLoad}`)
      warnIfUnfit(id, ui, terminal)
    },
  },

  pack: {
    usage: 'FOLDER [--out FILE]',
    takes: [1, 1],
    writes: false,
    async run([name = ''], { options, terminal }) {
      const folder = join(resolve(options.builds ?? repository, name), 'dist')
      const verdict = inspectVersion(folder, null)
      if (verdict.kind === 'bad') throw new UsageError(`${folder} cannot be packed. ${verdict.reason}`)
      const { id, version } = verdict.manifest
      const file = resolve(terminal.cwd, options.out ?? `${id}-${version}.tgz`)
      writeFileSync(file, await packFolder(folder))
      terminal.out(`Packed ${id} ${version} into ${file}`)
    },
  },
}

/** What users lose when a built-in section is disabled. */
const losses: Readonly<Record<string, string>> = {
  platform: 'People have no files and no trash to go to: they can only sign out, and admins can open the admin area.',
  public: 'Nobody can sign in or sign up, and public links do not open. People who are signed in are not affected.',
}

/** The built-in version is in use when none is chosen. */
function chosenAs(id: string, version: string, { store }: Ui): { use?: string } {
  const found = store.snapshot().versions.findLast((v) => v.id === id && v.version === version)
  return found?.origin === 'built-in' ? {} : { use: version }
}

function whyUnfit(composed: ComposedSection | undefined): string | null {
  if (composed?.state === 'incompatible') {
    return `does not fit: it needs ${composed.needs}, and here is ${composed.has}.`
  }
  return composed?.state === 'broken' ? `is broken. ${composed.reason}` : null
}

function warnIfUnfit(id: string, ui: Ui, terminal: Terminal): void {
  const unfit = whyUnfit(ui.sections().sections.find((section) => section.id === id))
  if (unfit !== null) terminal.err(`But it ${unfit}`)
}
