import { sql } from 'kysely'
import type { Database } from '../../infrastructure/db/schema.ts'
import { type Db, readInBackground } from '../../infrastructure/db/transact.ts'

/** Rows that one file of a copy has, so that none of them needs much memory. */
export const RECORDS_PER_FILE = 1000

/** Rows of a table that are about one user, as they are copied. */
interface RecordList {
  /** Of the file. */
  readonly name: string
  readonly table: keyof Database
  /** Names the user. */
  readonly user: string
  /** Names a row among those of the user; the copy is in its order. */
  readonly key: string
  /** Never a secret: what can be used to sign in, or to open somebody else’s link. */
  readonly columns: readonly string[]
  /** Columns that hold JSON. */
  readonly json?: readonly string[]
}

const columnsOf = (names: string): readonly string[] => names.trim().split(/\s+/)

/**
 * What a copy has of each table, besides the files themselves. A test compares them with the tables of the database, so
 * that a new column with a user’s id is decided about.
 */
export const recordLists: readonly RecordList[] = [
  {
    name: 'profile',
    table: 'users',
    user: 'id',
    key: 'id',
    columns: columnsOf(`
      id email name role color verified_at first_sign_in_at two_factor_confirmed_at
      quota_bytes used_bytes upload_restricted download_restricted folder_restricted
      team_folder_restricted invitation_restricted restriction_reason created_at updated_at`),
  },
  {
    name: 'settings',
    table: 'user_settings',
    user: 'user_id',
    key: 'user_id',
    columns: columnsOf('first_name last_name theme_mode emoji_type locale timezone notification_mails'),
  },
  {
    name: 'email-change',
    table: 'email_changes',
    user: 'user_id',
    key: 'user_id',
    columns: columnsOf('email created_at expires_at'),
  },
  {
    name: 'sessions',
    table: 'sessions',
    user: 'user_id',
    key: 'public_id',
    columns: columnsOf('public_id state user_agent address created_at seen_at expires_at'),
  },
  {
    name: 'api-tokens',
    table: 'api_tokens',
    user: 'user_id',
    key: 'id',
    columns: columnsOf('id name scopes prefix created_at expires_at last_used_at'),
  },
  {
    name: 'passkeys',
    table: 'passkeys',
    user: 'user_id',
    key: 'id',
    columns: columnsOf('id name is_backed_up created_at last_used_at'),
  },
  {
    name: 'linked-sign-ins',
    table: 'linked_sign_ins',
    user: 'user_id',
    key: 'id',
    columns: columnsOf('id provider issuer subject email created_at last_used_at'),
  },
  {
    name: 'team-folders',
    table: 'spaces',
    user: 'owner_id',
    key: 'id',
    columns: columnsOf('id kind root_id members_can_share'),
  },
  {
    name: 'memberships',
    table: 'team_members',
    user: 'user_id',
    key: 'space_id',
    columns: columnsOf('space_id permission created_at'),
  },
  {
    name: 'invitations',
    table: 'team_invitations',
    user: 'inviter_id',
    key: 'id',
    columns: columnsOf('id space_id email permission status expires_at created_at updated_at'),
  },
  {
    name: 'files',
    table: 'entries',
    user: 'owner_id',
    key: 'id',
    columns: columnsOf(`
      id space_id parent_id kind name color emoji size mime sha256 version
      trashed_at created_at updated_at modified_at`),
  },
  {
    name: 'links',
    table: 'shares',
    user: 'owner_id',
    key: 'id',
    columns: columnsOf(`
      id token entry_id name permission can_download expire_in expires_at
      download_limit downloads created_at updated_at`),
  },
  {
    name: 'links-in-team-folders-of-others',
    table: 'shares',
    user: 'creator_id',
    key: 'id',
    columns: columnsOf('id token entry_id name permission can_download expires_at created_at'),
  },
  {
    name: 'upload-requests',
    table: 'upload_requests',
    user: 'owner_id',
    key: 'id',
    columns: columnsOf(`
      id token parent_id root_id name notes email status closes_at closes_when_idle last_upload_at
      files_received ended_at ended_by created_at updated_at`),
  },
  {
    name: 'remote-uploads',
    table: 'remote_uploads',
    user: 'user_id',
    key: 'id',
    columns: columnsOf('id space_id parent_id status is_canceled created_at finished_at'),
  },
  {
    name: 'favourites',
    table: 'favourites',
    user: 'user_id',
    key: 'entry_id',
    columns: columnsOf('entry_id position created_at'),
  },
  {
    name: 'notifications',
    table: 'notifications',
    user: 'user_id',
    key: 'id',
    columns: columnsOf('id category title description message_values created_at read_at'),
    json: ['message_values'],
  },
  {
    name: 'activity',
    table: 'activities',
    user: 'owner_id',
    key: 'id',
    columns: columnsOf(`
      id actor_kind actor_id kind space_id entry_id count folder_id details
      created_at`),
    json: ['details'],
  },
  { name: 'traffic', table: 'traffic', user: 'user_id', key: 'day', columns: columnsOf('day uploaded downloaded') },
]

/**
 * Columns with the id of a user that no list is read by: what lasts for hours at most, what belongs to somebody else’s
 * files or repeats what is copied, and secrets.
 */
export const otherColumnsOfUsers: ReadonlySet<string> = new Set([
  // No copy can be made or downloaded by then.
  'account_deletions.user_id',
  'avatars.user_id',
  'copies.owner_id',
  'data_exports.user_id',
  'declined_sign_ups.user_id',
  'ended_shares.owner_id',
  'ended_uploads.owner_id',
  'entries.creator_id',
  'entries.trashed_by',
  'garbage.owner_id',
  'activities.actor_id',
  'password_resets.user_id',
  'pending_links.user_id',
  'recovery_codes.user_id',
  'remote_uploads.creator_id',
  'section_failures.user_id',
  'sign_in_flows.user_id',
  'thumbnail_queue.owner_id',
  'thumbnail_turns.owner_id',
  'totp_secrets.user_id',
  'unfinished_moves.owner_id',
  'uploads.owner_id',
  'uploads.creator_id',
])

type Row = Readonly<Record<string, unknown>>

async function readRecords(db: Db, list: RecordList, userId: string, after: string | null): Promise<readonly Row[]> {
  const columns = [...new Set([list.key, ...list.columns])].map((column) => sql.ref(column))
  const { rows } = await sql<Row>`
    select ${sql.join(columns)} from ${sql.table(list.table)}
    where ${sql.ref(list.user)} = ${userId} ${after === null ? sql`` : sql`and ${sql.ref(list.key)} > ${after}`}
    order by ${sql.ref(list.key)} limit ${RECORDS_PER_FILE}`.execute(db)
  return rows
}

/** The rows of a list in pages, each with times as texts. */
export async function* recordPages(db: Db, list: RecordList, userId: string): AsyncGenerator<readonly Row[]> {
  for (let after: string | null = null; ;) {
    const rows = await readInBackground(() => readRecords(db, list, userId, after))
    if (rows.length > 0) yield rows.map((row) => presentRecord(row, list))
    const last = rows.at(RECORDS_PER_FILE - 1)
    if (!last) return
    after = String(last[list.key])
  }
}

const isTime = (column: string) => column.endsWith('_at')
const isFlag = (column: string) => /^is_|^(?:members_)?can_|_restricted$/.test(column)

function presentRecord(row: Row, { columns, json = [] }: RecordList): Row {
  const present = (column: string, value: unknown) => {
    if (value === null || value === undefined) return null
    if (typeof value === 'string' && json.includes(column)) return JSON.parse(value) as unknown
    if (isTime(column)) return new Date(Number(value)).toISOString()
    return isFlag(column) ? Number(value) === 1 : value
  }
  return Object.fromEntries(columns.map((column) => [column, present(column, row[column])]))
}
