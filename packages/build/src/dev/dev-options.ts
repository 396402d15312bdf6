import { parseArgs } from 'node:util'
import { sectionFolders } from '../../../../scripts/lib/workspaces.mjs'

export interface DevOptions {
  /** Folders of the sections that are built locally; the others come from the server. */
  readonly local: readonly string[]
  /** Origin of the running server. */
  readonly against: string
  /** Port of the shell; the local sections have the ports after it. */
  readonly port: number
}

/** Parses `[--only mf-admin] [--against URL] [--port N]`. Throws with a message for the terminal. */
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
  if (!URL.canParse(against)) throw new Error(`${against} is not a URL.`)
  if (!/^\d{2,5}$/.test(port)) throw new Error(`${port} is not a port.`)
  return { local: only ? [only] : sections, against: new URL(against).origin, port: Number(port) }
}
