import { sql } from 'kysely'
import { nameKey, sortKey } from '../features/entries/entry-name-rules.ts'
import { connect, type DatabaseLocation } from '../infrastructure/db/connect.ts'
import { migrate, migrations } from '../infrastructure/db/migrate.ts'
import type { Db } from '../infrastructure/db/transact.ts'
import { createLog } from '../infrastructure/log.ts'
import { hashPassword } from '../infrastructure/passwords/passwords.ts'

export interface SeededAccounts {
  readonly accounts: number
  /** Of all accounts together. */
  readonly entries: number
  readonly password: string
  /** Of the `n`th entry in the order of creation. */
  readonly nameOf: (n: number, kind: 'folder' | 'file') => string
}

const uuid = (group: number, n: number) =>
  `00000000-0000-7${String(group).padStart(3, '0')}-8000-${String(n).padStart(12, '0')}`
const entryId = (n: number) => uuid(0, n)
const userId = (account: number) => uuid(1, account)
const spaceId = (account: number) => uuid(2, account)
const rootId = (account: number) => uuid(3, account)
const BLOB = uuid(4, 0)
export const seededEmail = (account: number) => `account-${String(account)}@holdall.test`

/** A folder and its files, created one after the other. The accounts take turns. */
const GROUP = 20
const FILES = GROUP - 1
/** Every tenth folder of an account is at its top and has the next nine in it. */
const FOLDERS = 10
const FILE_BYTES = 50_000
const FIRST_DAY = Date.UTC(2019, 0, 1)
const SIX_YEARS = 6 * 365 * 86_400_000
/** Groups that one statement inserts. */
const BATCH = 250
/** The last of them are inserted after the migration, so that the indexes are not as compact as after it. */
const LAST_GROUPS = 50

/** Milliseconds that migrations of a filled database took. */
export interface MigrationTimes {
  /** 0010: the index of names. */
  readonly searchMs: number
  /** The later ones. */
  readonly laterMs: number
}

/**
 * Accounts as after some years of use, in a new database: filled as it was before names were indexed, then migrated. All
 * files share one content without bytes. `timeMs` runs a migration and returns how long it took.
 */
export async function seedAccounts(
  location: DatabaseLocation,
  seed: SeededAccounts,
  timeMs = async (work: () => Promise<unknown>) => {
    await work()
    return 0
  },
): Promise<MigrationTimes> {
  const { db, engine } = connect(location, createLog('silent'), { durable: false })
  const upTo = (next: string) =>
    migrate(db, {
      dataDir: location.dataDir,
      now: 0,
      known: Object.fromEntries(Object.entries(migrations).filter(([name]) => name < next)),
    })
  const groups = Math.floor(seed.entries / GROUP)
  const insert = async (from: number, to: number, keyOf: (name: string) => string) => {
    for (let first = from; first < to; first += BATCH) {
      const some = Array.from({ length: Math.min(BATCH, to - first) }, (_, at) => groupOf(seed, first + at, keyOf))
      await insertEntries(db, engine, some.flat())
    }
  }
  try {
    await upTo('0010')
    await insertAccounts(db, engine, seed)
    await insert(0, groups - LAST_GROUPS, sortKey)
    const searchMs = await timeMs(() => upTo('0011'))
    const laterMs = await timeMs(() => upTo('9999'))
    // As the server of the database would do by itself after so many rows.
    if (engine === 'postgres') await sql`vacuum analyze entries`.execute(db)
    await insert(groups - LAST_GROUPS, groups, nameKey)
    return { searchMs, laterMs }
  } finally {
    await db.destroy()
  }
}

/** Groups of an account, when it has the first, second, … turn. */
const groupsOf = ({ accounts, entries }: SeededAccounts, account: number) =>
  Math.ceil((Math.floor(entries / GROUP) - account) / accounts)

async function insertAccounts(db: Db, engine: 'sqlite' | 'postgres', seed: SeededAccounts): Promise<void> {
  const passwordHash = await hashPassword(seed.password)
  await sql`insert into blobs (id, size, sha256, created_at) values (${BLOB}, ${FILE_BYTES}, 'x', 0)`.execute(db)
  const roots: EntryValues[] = []
  for (let account = 0; account < seed.accounts; account += 1) {
    const own = groupsOf(seed, account)
    await sql`
      insert into users (id, email, name, password_hash, role, color, verified_at, used_bytes, item_count,
        created_at, updated_at)
      values (${userId(account)}, ${seededEmail(account)}, 'Account', ${passwordHash}, 'user', '#9d66fe', 0,
        ${own * FILES * FILE_BYTES}, ${own * (FILES + 1)}, 0, 0)`.execute(db)
    await sql`
      insert into user_settings (user_id, first_name, last_name) values (${userId(account)}, 'Account', '')`.execute(db)
    await sql`
      insert into spaces (id, kind, owner_id, root_id, file_count, folder_count)
      values (${spaceId(account)}, 'home', ${userId(account)}, ${rootId(account)}, ${own * FILES}, ${own})`.execute(db)
    const tops = Math.ceil(own / FOLDERS)
    roots.push([rootId(account), account, null, 'root', '', '', 0, null, null, tops, tops, 0, FIRST_DAY])
  }
  await insertEntries(db, engine, roots)
}

type EntryValues = readonly [
  id: string,
  account: number,
  parentId: string | null,
  kind: 'root' | 'folder' | 'file',
  name: string,
  nameKey: string,
  size: number,
  mime: string | null,
  blobId: string | null,
  children: number,
  folders: number,
  filesSize: number,
  createdAt: number,
]

function groupOf(seed: SeededAccounts, group: number, keyOf: (name: string) => string): EntryValues[] {
  const { accounts, entries, nameOf } = seed
  const account = group % accounts
  const turn = Math.floor(group / accounts)
  const topTurn = turn - (turn % FOLDERS)
  const isTop = turn === topTurn
  const folders = isTop ? Math.min(FOLDERS, groupsOf(seed, account) - turn) - 1 : 0
  const [first, topFirst] = [group * GROUP, (topTurn * accounts + account) * GROUP]
  const createdAt = (n: number) => FIRST_DAY + Math.floor((SIX_YEARS / entries) * n)
  const folderName = nameOf(first, 'folder')
  const parentId = isTop ? rootId(account) : entryId(topFirst)
  const filesSize = FILES * FILE_BYTES
  const files = Array.from({ length: FILES }, (_, at): EntryValues => {
    const n = first + 1 + at
    const name = nameOf(n, 'file')
    const content = [FILE_BYTES, 'application/pdf', BLOB] as const
    return [entryId(n), account, entryId(first), 'file', name, keyOf(name), ...content, 0, 0, 0, createdAt(n)]
  })
  const own = [folderName, keyOf(folderName), 0, null, null] as const
  const counts = [FILES + folders, folders, filesSize] as const
  return [[entryId(first), account, parentId, 'folder', ...own, ...counts, createdAt(first)], ...files]
}

async function insertEntries(db: Db, engine: 'sqlite' | 'postgres', rows: readonly EntryValues[]): Promise<void> {
  const json = JSON.stringify(
    rows.map(([id, account, ...others]) => [id, spaceId(account), userId(account), ...others]),
  )
  const source = engine === 'postgres' ? sql`json_array_elements(${json}::json)` : sql`json_each(${json})`
  const bigint = (at: number) => sql`cast(item.value ->> ${sql.lit(at)} as bigint)`
  await db.transaction().execute(async (trx) => {
    // The rows are complete: looking for what each refers to would take as long as inserting them.
    if (engine === 'postgres') await sql`set local session_replication_role = replica`.execute(trx)
    await sql`
      insert into entries (id, space_id, owner_id, creator_id, parent_id, kind, name, name_key, size, mime, blob_id,
        sha256, children_count, folders_count, files_size, created_at, updated_at)
      select item.value ->> 0, item.value ->> 1, item.value ->> 2, item.value ->> 2, item.value ->> 3, item.value ->> 4,
        item.value ->> 5, item.value ->> 6, ${bigint(7)}, item.value ->> 8, item.value ->> 9,
        case when item.value ->> 9 is not null then 'x' end, ${bigint(10)}, ${bigint(11)}, ${bigint(12)}, ${bigint(13)},
        ${bigint(13)}
      from ${source} as item`.execute(trx)
  })
}

export interface NameScan {
  /** How many folders or files of an account have a text in their folded name, at most `limit`. */
  count(account: number, kind: 'folder' | 'file', text: string, limit: number): Promise<number>
  close(): Promise<void>
}

/** Reads names with LIKE, the newest first, as a search without an index of names would. No text has a wildcard. */
export function openNameScan(location: DatabaseLocation): NameScan {
  const { db, engine } = connect(location, createLog('silent'))
  const separator = engine === 'postgres' ? sql`position(chr(1) in name_key)` : sql`instr(name_key, char(1))`
  return {
    async count(account, kind, text, limit) {
      const { rows } = await sql`
        select id, name, created_at from entries
        where space_id = ${spaceId(account)} and owner_id = ${userId(account)} and kind = ${kind}
          and trash_root_id is null and substr(name_key, ${separator} + 1) like ${`%${text}%`}
        order by created_at desc limit ${limit}`.execute(db)
      return rows.length
    },
    close: () => db.destroy(),
  }
}
