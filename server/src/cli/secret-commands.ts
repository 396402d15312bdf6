import { takeDataFolder } from '../features/backup/restore-backup.ts'
import { contentOfPostgres } from '../features/backup/postgres-tables.store.ts'
import { rotateSecret } from '../features/secret-rotation/rotate-secret.ts'
import { systemClock } from '../infrastructure/clock.ts'
import type { Config } from '../infrastructure/config/config.ts'
import { transactor } from '../infrastructure/db/transact.ts'
import { hasOwner } from '../infrastructure/installation.store.ts'
import { CommandError, withDatabase } from './database.ts'
import { type Terminal, UsageError } from './output.ts'

/** `holdall secret rotate [--now]`. */
export async function secretCommand(
  args: readonly string[],
  { now }: { readonly now: boolean },
  config: Config,
  terminal: Terminal,
): Promise<void> {
  if (args.length !== 1 || args[0] !== 'rotate') throw new UsageError('Usage: holdall secret rotate [--now]')
  const { dataDir, databaseUrl } = config
  const unlock = takeDataFolder(dataDir)
  try {
    const clients = databaseUrl ? (await contentOfPostgres(databaseUrl)).clients : 0
    if (clients > 0) {
      throw new CommandError(
        `${clients} other connections use the database. Stop Holdall on every server first. Nothing was changed.`,
      )
    }
    const { secondFactors, undecryptable, isLeaked } = await withDatabase(config, async ({ db }) => {
      if (!(await hasOwner(db))) throw new CommandError('Holdall is not set up yet. Nothing was changed.')
      const progress = (done: number) => terminal.out(`Second factors encrypted with the new key: ${done} …`)
      return rotateSecret({ db, transact: transactor(db), clock: systemClock, dataDir }, { isLeaked: now, progress })
    })
    terminal.out(
      `${dataDir}/secret.key is a new key. Second factors encrypted with it: ${secondFactors}. ${
        isLeaked
          ? 'Everything that the key before has signed has ended: links in mails, invitations and addresses of contents.'
          : 'What the key before has signed, such as links in mails, is valid for one more day: it is in secret.previous.key.'
      }`,
    )
    terminal.out('With several servers, copy secret.key and secret.previous.key to the others. Then start Holdall.')
    if (undecryptable > 0) {
      terminal.err(
        `Not encrypted with the key before, and left as they are: second factors of accounts, ${undecryptable}.`,
      )
    }
  } finally {
    unlock()
  }
}
