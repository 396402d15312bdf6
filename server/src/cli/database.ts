import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../infrastructure/config/config.ts'
import { connect, type Connected } from '../infrastructure/db/connect.ts'
import { createLog } from '../infrastructure/log.ts'

/** A command that cannot be carried out; the message says why and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** Works on the database of an installation, whether or not a server runs on it. Never creates or migrates one. */
export async function withDatabase<T>(config: Config, work: (connected: Connected) => Promise<T>): Promise<T> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'holdall.sqlite'))) {
    throw new CommandError(
      `There is no database in ${config.dataDir} yet. Start Holdall once, or name its data folder with --data-dir.`,
    )
  }
  const connected = connect(config, createLog('silent'))
  try {
    return await work(connected)
  } finally {
    await connected.db.destroy()
  }
}
