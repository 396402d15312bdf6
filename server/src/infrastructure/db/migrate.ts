import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PostgresAdapter, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartError } from '../start-error.ts'
import * as initial from './migrations/0001-initial.ts'
import * as jobs from './migrations/0002-jobs.ts'
import * as garbageOwner from './migrations/0003-garbage-owner.ts'
import * as endedShares from './migrations/0004-ended-shares.ts'
import * as filesSize from './migrations/0005-files-size.ts'
import * as dueRows from './migrations/0006-due-rows.ts'
import * as recentFiles from './migrations/0007-recent-files.ts'
import * as fileVersions from './migrations/0008-file-versions.ts'
import * as favourites from './migrations/0009-favourites.ts'
import * as search from './migrations/0010-search.ts'
import * as thumbnails from './migrations/0011-thumbnails.ts'
import * as userArea from './migrations/0012-user-area.ts'
import * as typeOrder from './migrations/0013-type-order.ts'
import * as passwordVersion from './migrations/0014-password-version.ts'
import * as avatars from './migrations/0015-avatars.ts'
import * as replacedByUpload from './migrations/0016-replaced-by-upload.ts'
import * as searchSample from './migrations/0017-search-sample.ts'
import * as notifications from './migrations/0018-notifications.ts'
import * as remoteUploads from './migrations/0019-remote-uploads.ts'
import * as restrictions from './migrations/0020-restrictions.ts'
import * as uploadsByLink from './migrations/0021-uploads-by-link.ts'
import * as uploadRequests from './migrations/0022-upload-requests.ts'
import * as severalLinks from './migrations/0023-several-links.ts'
import * as teamFolders from './migrations/0024-team-folders.ts'
import * as zipTickets from './migrations/0025-zip-tickets.ts'
import * as linkOptions from './migrations/0026-link-options.ts'
import * as activity from './migrations/0027-activity.ts'
import * as newestFolders from './migrations/0028-newest-folders.ts'
import * as linksOfMembers from './migrations/0029-links-of-members.ts'
import * as confirmedSessions from './migrations/0030-confirmed-sessions.ts'
import * as twoFactor from './migrations/0031-two-factor.ts'
import * as passkeys from './migrations/0032-passkeys.ts'
import * as apiTokens from './migrations/0033-api-tokens.ts'
import * as accountRecovery from './migrations/0034-account-recovery.ts'
import * as linkedSignIns from './migrations/0035-linked-sign-ins.ts'
import * as pages from './migrations/0036-pages.ts'
import * as emailChanges from './migrations/0037-email-changes.ts'
import * as accountDeletion from './migrations/0038-account-deletion.ts'
import * as dataExports from './migrations/0039-data-exports.ts'
import * as declinedSignUps from './migrations/0040-declined-sign-ups.ts'
import * as retryFailedThumbnails from './migrations/0041-retry-failed-thumbnails.ts'
import * as addressesNotConfirmed from './migrations/0042-addresses-not-confirmed.ts'
import * as itemCount from './migrations/0043-item-count.ts'
import * as thumbnailQueue from './migrations/0044-thumbnail-queue.ts'
import * as unfinishedUploads from './migrations/0046-unfinished-uploads.ts'
import * as limitsByVisitor from './migrations/0048-limits-by-visitor.ts'
import * as sectionFailures from './migrations/0049-section-failures.ts'
import type { Db } from './transact.ts'

export const migrations: Readonly<Record<string, Migration>> = {
  '0001-initial': initial,
  '0002-jobs': jobs,
  '0003-garbage-owner': garbageOwner,
  '0004-ended-shares': endedShares,
  '0005-files-size': filesSize,
  '0006-due-rows': dueRows,
  '0007-recent-files': recentFiles,
  '0008-file-versions': fileVersions,
  '0009-favourites': favourites,
  '0010-search': search,
  '0011-thumbnails': thumbnails,
  '0012-user-area': userArea,
  '0013-type-order': typeOrder,
  '0014-password-version': passwordVersion,
  '0015-avatars': avatars,
  '0016-replaced-by-upload': replacedByUpload,
  '0017-search-sample': searchSample,
  '0018-notifications': notifications,
  '0019-remote-uploads': remoteUploads,
  '0020-restrictions': restrictions,
  '0021-uploads-by-link': uploadsByLink,
  '0022-upload-requests': uploadRequests,
  '0023-several-links': severalLinks,
  '0024-team-folders': teamFolders,
  '0025-zip-tickets': zipTickets,
  '0026-link-options': linkOptions,
  '0027-activity': activity,
  '0028-newest-folders': newestFolders,
  '0029-links-of-members': linksOfMembers,
  '0030-confirmed-sessions': confirmedSessions,
  '0031-two-factor': twoFactor,
  '0032-passkeys': passkeys,
  '0033-api-tokens': apiTokens,
  '0034-account-recovery': accountRecovery,
  '0035-linked-sign-ins': linkedSignIns,
  '0036-pages': pages,
  '0037-email-changes': emailChanges,
  '0038-account-deletion': accountDeletion,
  '0039-data-exports': dataExports,
  '0040-declined-sign-ups': declinedSignUps,
  '0041-retry-failed-thumbnails': retryFailedThumbnails,
  '0042-addresses-not-confirmed': addressesNotConfirmed,
  '0043-item-count': itemCount,
  '0044-thumbnail-queue': thumbnailQueue,
  '0046-unfinished-uploads': unfinishedUploads,
  '0048-limits-by-visitor': limitsByVisitor,
  '0049-section-failures': sectionFailures,
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
