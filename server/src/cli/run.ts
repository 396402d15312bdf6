import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Refusal } from '../http/refusal.ts'
import { SectionStoreError } from '../ui/store.ts'
import { type Terminal, UsageError } from './output.ts'
import { ArchiveError } from './tar.ts'
import { uiCommand } from './ui-commands.ts'

const help = `holdall ui list                     sections, their versions, and what is wrong with them
holdall ui install FILE_OR_FOLDER   take in a version of a section (.tgz, or its dist folder)
holdall ui use ID VERSION           put an installed version to use
holdall ui rollback ID              back to what was in use before
holdall ui reset [ID]               back to the build's own version, of one section or of all
holdall ui disable ID               take a section out of the product
holdall ui enable ID                and back in
holdall ui pack FOLDER [--out FILE] make the .tgz of a section that is built in FOLDER
holdall version
holdall help

The data folder is --data-dir, else HOLDALL_DATA_DIR, else ./data.`

const version = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version

/** One command; answers with the exit code: 0 done, 1 it cannot be done, 2 it is not understood. `builds` is for tests. */
export function run(args: readonly string[], terminal: Terminal, builds?: string): 0 | 1 | 2 {
  try {
    const { values, positionals } = parse(args)
    const [area, ...rest] = positionals
    if (values.help === true || area === undefined || area === 'help') terminal.out(help)
    else if (area === 'version') terminal.out(version)
    else if (area === 'ui') {
      const dataDir = resolve(values['data-dir'] ?? terminal.env['HOLDALL_DATA_DIR'] ?? './data')
      const options = {
        dataDir,
        version,
        ...(builds && { builds }),
        ...(values.out !== undefined && { out: values.out }),
      }
      uiCommand(rest, options, terminal)
    } else throw new UsageError(`There is no "holdall ${area}".`)
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`${error.message}\n\n${help}`)
      return 2
    }
    if (error instanceof SectionStoreError || error instanceof ArchiveError || error instanceof Refusal) {
      terminal.err(error.message)
      return 1
    }
    if (typeof (error as NodeJS.ErrnoException).code === 'string') {
      terminal.err((error as Error).message)
      return 1
    }
    throw error
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'data-dir': { type: 'string' }, out: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
