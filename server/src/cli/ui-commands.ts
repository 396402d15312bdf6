import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createUi, repository, type Ui } from '../ui/ui.ts'
import { inspectVersion } from '../ui/version-folder.ts'
import { packFolder, withSectionFolder } from './archive.ts'
import { type Terminal, UsageError } from './output.ts'
import { listSections } from './ui-list.ts'

export interface UiOptions {
  readonly dataDir: string
  readonly version: string
  /** Where the builds are, when not in this repository. */
  readonly builds?: string
  /** For `pack`: the file to write. */
  readonly out?: string
}

const nextLoad = 'It shows at the next page load.'

/** `holdall ui …`. Throws in words. */
export function uiCommand(args: readonly string[], options: UiOptions, terminal: Terminal): void {
  const [verb = 'list', ...rest] = args
  const command = Object.hasOwn(commands, verb) ? commands[verb] : undefined
  if (!command) throw new UsageError(`There is no "holdall ui ${verb}".`)
  const [least, most] = command.takes
  if (rest.length < least || rest.length > most) throw new UsageError(`It is: holdall ui ${verb} ${command.usage}`)
  if (command.writes && !existsSync(options.dataDir)) {
    terminal.err(`There is nothing in ${options.dataDir} yet. If your Holdall's data is elsewhere, say --data-dir.`)
  }
  command.run(rest, { ui: createUi(options), options, terminal })
}

interface Around {
  readonly ui: Ui
  readonly options: UiOptions
  readonly terminal: Terminal
}
interface Command {
  readonly usage: string
  /** Fewest and most arguments. */
  readonly takes: readonly [number, number]
  /** Into the data folder. */
  readonly writes: boolean
  run(args: readonly string[], around: Around): void
}

const commands: Record<string, Command> = {
  list: {
    usage: '',
    takes: [0, 0],
    writes: false,
    run: (_args, { ui, options, terminal }) => listSections(ui, options.dataDir, terminal),
  },

  install: {
    usage: 'FILE_OR_FOLDER',
    takes: [1, 1],
    writes: true,
    run([source = ''], { ui, terminal }) {
      withSectionFolder(resolve(terminal.cwd, source), (folder) => {
        const { manifest, outcome } = ui.store.install(folder)
        const { id, version } = manifest
        terminal.out(outcome === 'known' ? `${id} ${version} is installed already.` : `Installed ${id} ${version}.`)
        terminal.out(`Put it to use with: holdall ui use ${id} ${version}`)
      })
    },
  },

  use: {
    usage: 'ID VERSION',
    takes: [2, 2],
    writes: true,
    run([id = '', version = ''], { ui, terminal }) {
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
      ui.store.reset(id ?? null)
      terminal.out(`${id ?? 'Every section'} is back at the build’s own version. ${nextLoad}`)
    },
  },

  disable: {
    usage: 'ID',
    takes: [1, 1],
    writes: true,
    run([id = ''], { ui, terminal }) {
      ui.store.setDisabled(id, true)
      terminal.out(`${id} is off. ${nextLoad}`)
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
    run([name = ''], { options, terminal }) {
      const folder = join(resolve(options.builds ?? repository, name), 'dist')
      const verdict = inspectVersion(folder, null)
      if (verdict.kind === 'bad') throw new UsageError(`${folder} cannot be packed. ${verdict.reason}`)
      const { id, version } = verdict.manifest
      const file = resolve(terminal.cwd, options.out ?? `${id}-${version}.tgz`)
      writeFileSync(file, packFolder(folder))
      terminal.out(`Packed ${id} ${version} into ${file}`)
    },
  },
}

function warnIfUnfit(id: string, ui: Ui, terminal: Terminal): void {
  const composed = ui.sections().sections.find((section) => section.id === id)
  if (composed?.state === 'incompatible') {
    terminal.err(`But it does not fit: it needs ${composed.needs}, and here is ${composed.has}.`)
  }
  if (composed?.state === 'broken') terminal.err(`But it is broken. ${composed.reason}`)
}
