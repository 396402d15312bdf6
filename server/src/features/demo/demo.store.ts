import { DEMO_USER_ID } from '../../access/demo.ts'
import { recordNoActivity } from '../../infrastructure/db/recorded-activity.ts'
import { recordUser } from '../../infrastructure/db/recorded-changes.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'

/** What the account holds, live and in the trash: enough to see whether it is as it was made. */
export async function contentOf(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('entries')
    .leftJoin('entries as folder', 'folder.id', 'entries.parent_id')
    .select(['entries.name', 'entries.sha256', 'entries.trash_root_id', 'folder.name as folder'])
    .where('entries.owner_id', '=', DEMO_USER_ID)
    .where('entries.parent_id', 'is not', null)
    .limit(1000)
    .execute()
  return rows.map((row) => lineOf(row.folder, row.name, row.sha256, row.trash_root_id !== null)).sort()
}

/** An entry as `contentOf` describes it. */
export const lineOf = (folder: string | null, name: string, sha256: string | null, isTrashed = false): string =>
  JSON.stringify([folder ?? '', name, sha256, isTrashed])

/** The entries at the top of the account. */
export const topOfDemo = (trx: Trx, rootId: string) =>
  trx
    .selectFrom('entries')
    .select(['id', 'parent_id', 'name', 'kind', 'trash_root_id'])
    .where('parent_id', '=', rootId)
    .where('trash_root_id', 'is', null)
    .execute()

/** Sends no mails to the address of the account, which is none, and removes what others have sent to it. */
export async function quietenDemo(trx: Trx): Promise<void> {
  recordUser(trx, DEMO_USER_ID)
  recordNoActivity(trx)
  await trx.deleteFrom('notifications').where('user_id', '=', DEMO_USER_ID).execute()
  await trx
    .updateTable('user_settings')
    .set({ notification_mails: 'never' })
    .where('user_id', '=', DEMO_USER_ID)
    .execute()
}
