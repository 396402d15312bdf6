import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PostgresAdapter, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartError } from '../start-error.ts'
import type { Db } from './transact.ts'

/** Loaded when it is applied: most starts apply none. */
const later = (load: () => Promise<Migration>): Migration => ({ up: async (db) => (await load()).up(db) })

export const migrations: Readonly<Record<string, Migration>> = {
  '0001-initial': later(() => import('./migrations/0001-initial.ts')),
  '0002-jobs': later(() => import('./migrations/0002-jobs.ts')),
  '0003-garbage-owner': later(() => import('./migrations/0003-garbage-owner.ts')),
  '0004-ended-shares': later(() => import('./migrations/0004-ended-shares.ts')),
  '0005-files-size': later(() => import('./migrations/0005-files-size.ts')),
  '0006-due-rows': later(() => import('./migrations/0006-due-rows.ts')),
  '0007-recent-files': later(() => import('./migrations/0007-recent-files.ts')),
  '0008-file-versions': later(() => import('./migrations/0008-file-versions.ts')),
  '0009-favourites': later(() => import('./migrations/0009-favourites.ts')),
  '0010-search': later(() => import('./migrations/0010-search.ts')),
  '0011-thumbnails': later(() => import('./migrations/0011-thumbnails.ts')),
  '0012-user-area': later(() => import('./migrations/0012-user-area.ts')),
  '0013-type-order': later(() => import('./migrations/0013-type-order.ts')),
  '0014-password-version': later(() => import('./migrations/0014-password-version.ts')),
  '0015-avatars': later(() => import('./migrations/0015-avatars.ts')),
  '0016-replaced-by-upload': later(() => import('./migrations/0016-replaced-by-upload.ts')),
  '0017-search-sample': later(() => import('./migrations/0017-search-sample.ts')),
  '0018-notifications': later(() => import('./migrations/0018-notifications.ts')),
  '0019-remote-uploads': later(() => import('./migrations/0019-remote-uploads.ts')),
  '0020-restrictions': later(() => import('./migrations/0020-restrictions.ts')),
  '0021-uploads-by-link': later(() => import('./migrations/0021-uploads-by-link.ts')),
  '0022-upload-requests': later(() => import('./migrations/0022-upload-requests.ts')),
  '0023-several-links': later(() => import('./migrations/0023-several-links.ts')),
  '0024-team-folders': later(() => import('./migrations/0024-team-folders.ts')),
  '0025-zip-tickets': later(() => import('./migrations/0025-zip-tickets.ts')),
  '0026-link-options': later(() => import('./migrations/0026-link-options.ts')),
  '0027-activity': later(() => import('./migrations/0027-activity.ts')),
  '0028-newest-folders': later(() => import('./migrations/0028-newest-folders.ts')),
  '0029-links-of-members': later(() => import('./migrations/0029-links-of-members.ts')),
  '0030-confirmed-sessions': later(() => import('./migrations/0030-confirmed-sessions.ts')),
  '0031-two-factor': later(() => import('./migrations/0031-two-factor.ts')),
  '0032-passkeys': later(() => import('./migrations/0032-passkeys.ts')),
  '0033-api-tokens': later(() => import('./migrations/0033-api-tokens.ts')),
  '0034-account-recovery': later(() => import('./migrations/0034-account-recovery.ts')),
  '0035-linked-sign-ins': later(() => import('./migrations/0035-linked-sign-ins.ts')),
  '0036-pages': later(() => import('./migrations/0036-pages.ts')),
  '0037-email-changes': later(() => import('./migrations/0037-email-changes.ts')),
  '0038-account-deletion': later(() => import('./migrations/0038-account-deletion.ts')),
  '0039-data-exports': later(() => import('./migrations/0039-data-exports.ts')),
  '0040-declined-sign-ups': later(() => import('./migrations/0040-declined-sign-ups.ts')),
  '0041-retry-failed-thumbnails': later(() => import('./migrations/0041-retry-failed-thumbnails.ts')),
  '0042-addresses-not-confirmed': later(() => import('./migrations/0042-addresses-not-confirmed.ts')),
  '0043-item-count': later(() => import('./migrations/0043-item-count.ts')),
  '0044-thumbnail-queue': later(() => import('./migrations/0044-thumbnail-queue.ts')),
  '0045-changes-in-slices': later(() => import('./migrations/0045-changes-in-slices.ts')),
  '0046-unfinished-uploads': later(() => import('./migrations/0046-unfinished-uploads.ts')),
  '0048-limits-by-visitor': later(() => import('./migrations/0048-limits-by-visitor.ts')),
  '0049-section-failures': later(() => import('./migrations/0049-section-failures.ts')),
  '0050-entry-counts': later(() => import('./migrations/0050-entry-counts.ts')),
  '0051-unfinished-trash': later(() => import('./migrations/0051-unfinished-trash.ts')),
  '0052-unfinished-moves': later(() => import('./migrations/0052-unfinished-moves.ts')),
  '0053-garbage-count': later(() => import('./migrations/0053-garbage-count.ts')),
  '0054-bounded-changes': later(() => import('./migrations/0054-bounded-changes.ts')),
  '0055-file-dates': later(() => import('./migrations/0055-file-dates.ts')),
  '0056-request-ends': later(() => import('./migrations/0056-request-ends.ts')),
}

async function applied(db: Db): Promise<readonly string[]> {
  // Not by introspection, which reads the columns of all tables at each start.
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const query = isPostgres
    ? sql<object>`select where to_regclass('kysely_migration') is not null`
    : sql<object>`select 1 from sqlite_master where name = 'kysely_migration'`
  if ((await query.execute(db)).rows.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map((row) => row.name)
}

/** Whether every migration of this program was applied, and no other. */
export async function isMigrated(db: Db): Promise<boolean> {
  const done = await applied(db)
  return done.length === Object.keys(migrations).length && done.every((name) => name in migrations)
}

const keptBackups = 5

function backupPath(dataDir: string, next: string, now: number): string {
  const dir = join(dataDir, 'backups')
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const old = readdirSync(dir)
    .filter((name) => name.endsWith('.sqlite'))
    .sort()
  for (const name of old.slice(0, Math.max(0, old.length - keptBackups + 1))) rmSync(join(dir, name))
  return join(dir, `${new Date(now).toISOString().replaceAll(':', '-')}-before-${next}.sqlite`)
}

export interface MigrateOptions {
  readonly dataDir: string
  readonly now: number
  /** Absent where the engine is backed up by its own means. */
  readonly backup?: (path: string) => Promise<void>
  readonly known?: Readonly<Record<string, Migration>>
}

/** Brings the schema up to date, once, however many processes start at the same time. */
export async function migrate(db: Db, options: MigrateOptions): Promise<void> {
  const known = options.known ?? migrations
  const done = await applied(db)
  const newer = done.filter((name) => !(name in known))
  if (newer.length > 0) {
    throw new StartError(
      `The database was written by a newer Holdall (it knows ${newer.join(', ')}). Start that version, or restore a backup made before the upgrade.`,
    )
  }
  const pending = Object.keys(known).filter((name) => !done.includes(name))
  if (pending.length === 0) return
  if (done.length > 0 && options.backup) await options.backup(backupPath(options.dataDir, pending[0]!, options.now))
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...known }) } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
