import type { NotificationCategory, NotificationMails } from '@holdall/api'
import type { Insertable, Selectable } from 'kysely'
import type { NotificationsTable } from '../../infrastructure/db/schema.ts'
import { recordNotifications } from '../../infrastructure/db/recorded-changes.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'

export type NotificationRow = Selectable<NotificationsTable>

export async function insertNotification(trx: Trx, row: Insertable<NotificationsTable>): Promise<void> {
  await trx.insertInto('notifications').values(row).execute()
}

/** Others can cause many notifications of other categories, as by invitations. */
const SECURITY: NotificationCategory = 'security'

/** Accounts have few more than they keep: each new one deletes what is too much. */
const MAX_DELETED_AT_ONCE = 1000

/** Deletes what a user has beyond `kept`: first the read ones, then the unread ones that are not about security, the oldest first. */
export async function deleteBeyond(db: Db, userId: string, kept: number): Promise<void> {
  const beyond = db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy((eb) =>
      eb.case().when('read_at', 'is not', null).then(2).when('category', '=', SECURITY).then(0).else(1).end(),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_DELETED_AT_ONCE)
    .offset(kept)
  await db.deleteFrom('notifications').where('id', 'in', beyond).execute()
}

const newest = (on: Db | Trx, userId: string) =>
  on
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')

export const pageOfNotifications = (
  db: Db,
  userId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<NotificationRow[]> => newest(db, userId).offset(offset).limit(limit).execute()

export const newestRead = (db: Db, userId: string, limit: number): Promise<NotificationRow[]> =>
  newest(db, userId).where('read_at', 'is not', null).limit(limit).execute()

export const newestUnread = (db: Db, userId: string, limit: number): Promise<NotificationRow[]> =>
  newest(db, userId).where('read_at', 'is', null).limit(limit).execute()

export async function countNotifications(db: Db, userId: string): Promise<{ total: number; unread: number }> {
  const { total, read } = await db
    .selectFrom('notifications')
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.count<number>('read_at').as('read')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { total: Number(total), unread: Number(total) - Number(read) }
}

/** Marks the unread ones among `ids` as read, or all of the user. */
export async function markRead(
  db: Db,
  userId: string,
  ids: readonly string[] | undefined,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: nowMs })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (q) => q.where('id', 'in', ids!))
    .execute()
}

export async function deleteNotifications(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('notifications').where('user_id', '=', userId).execute()
}

/** An invitation that was answered or has ended has no buttons any more. */
export async function clearInvitationAction(trx: Trx, userId: string, invitationId: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('notifications')
    .set({ action: null })
    .where('user_id', '=', userId)
    .where('action', '=', JSON.stringify({ type: 'invitation', params: { id: invitationId } }))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) recordNotifications(trx, userId)
}

/** Returns whether the user had it. */
export async function deleteNotification(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function deleteNotificationsBefore(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('notifications').where('created_at', '<', beforeMs).execute()
}

/** What is needed to write to a user; undefined for a deleted one. */
export interface Recipient {
  readonly email: string
  readonly verified_at: number | null
  readonly locale: string | null
  readonly notification_mails: NotificationMails
}

export const findRecipient = (on: Db | Trx, userId: string): Promise<Recipient | undefined> =>
  on
    .selectFrom('users')
    .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
    .select(['email', 'verified_at', 'locale', 'notification_mails'])
    .where('users.id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const findNotification = (db: Db, id: string): Promise<NotificationRow | undefined> =>
  db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst()

/** Users with notifications that wait for the daily mail, by id, after `afterId`. */
export async function usersWithDigest(trx: Trx, afterId: string, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('notifications')
    .select('user_id')
    .distinct()
    .where('is_digest_due', '=', 1)
    .where('user_id', '>', afterId)
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.user_id)
}

/** What waits for the daily mail of a user, read ones among them, the newest first. */
export const dueForDigest = (db: Db, userId: string): Promise<NotificationRow[]> =>
  newest(db, userId).where('is_digest_due', '=', 1).execute()

export async function endDigest(db: Db, ids: readonly string[]): Promise<void> {
  await db.updateTable('notifications').set({ is_digest_due: 0 }).where('id', 'in', ids).execute()
}
