import { parseArgs } from 'node:util'
import { sectionFolders } from '../../../../scripts/lib/workspaces.mjs'

export interface DevOptions {
  /** Sections that are built here; the others come from the server. */
  readonly local: readonly string[]
  /** Origin of a running Holdall. */
  readonly against: string
  /** The shell's; each local section has the next one. */
  readonly port: number
}

/** Reads `[--only mf-admin] [--against URL] [--port N]`; the error says what is wrong with it. */
export function devOptions(args: readonly string[], env: NodeJS.ProcessEnv = process.env): DevOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { only: { type: 'string' }, against: { type: 'string' }, port: { type: 'string' } },
  })
  const own = `http://127.0.0.1:${env['HOLDALL_PORT'] ?? '8080'}`
  const { only, against = own, port = '8090' } = values
  const sections = sectionFolders()
  if (only && !sections.includes(only))
    throw new Error(`There is no section ${only}; there are ${sections.join(', ')}.`)
  if (!URL.canParse(against)) throw new Error(`${against} is no address of a Holdall.`)
  if (!/^\d{2,5}$/.test(port)) throw new Error(`${port} is no port.`)
  return { local: only ? [only] : sections, against: new URL(against).origin, port: Number(port) }
}
