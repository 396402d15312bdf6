import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../infrastructure/db/transact.ts'
import type { Answer, Client } from './client.ts'

/** Requests for tests of the storage, and a check that counters match rows after each. */

let serial = 0
export const uploadId = (): string => `test-${++serial}-${randomBytes(4).toString('hex')}`

export function put(
  client: Client,
  name: string,
  bytes: Buffer | string = 'some bytes',
  fields: Record<string, string | number> = {},
): Promise<Answer> {
  const body = Buffer.from(bytes as string)
  return client.raw(
    '/api/upload/chunks',
    { name, upload_id: uploadId(), offset: 0, size: body.length, ...fields },
    body,
  )
}

/** Uploads a file and returns its resource. */
export async function file(
  client: Client,
  name: string,
  bytes: Buffer | string = 'some bytes',
  fields: Record<string, string | number> = {},
): Promise<Answer['body']> {
  const answer = await put(client, name, bytes, fields)
  if (answer.status !== 201) throw new Error(`the upload of ${name} answered ${answer.status}: ${answer.raw.body}`)
  return answer.body.data
}

export async function folder(client: Client, name: string, parentId: string | null = null): Promise<string> {
  const { status, body } = await client.post('/api/create-folder', { name, parent_id: parentId })
  if (status !== 201) throw new Error(`making ${name} answered ${status}`)
  return body.data.id
}

/** Makes a public link and returns its token. `rules`: the rest of the request. */
export async function shareLink(client: Client, id: string, rules: object = {}): Promise<string> {
  const { status, body } = await client.post('/api/share', { id, ...rules })
  if (status !== 201) throw new Error(`sharing ${id} answered ${status}`)
  return body.data.attributes.token
}

export async function names(client: Client, id = 'all', query = '?sort=name'): Promise<string[]> {
  const { body } = await client.get(`/api/browse/folders/${id}${query}`)
  return body.data.map((entry: { attributes: { name: string } }) => entry.attributes.name)
}

interface Counter {
  readonly what: string
  readonly id: string
  readonly kept: number | string
  readonly real: number | string
}
const isWrong = ({ kept, real }: Counter) => Number(kept) !== Number(real)

/** Fails unless quota, reservations, counts and states match the rows. */
export async function expectCountersToMatchRows(db: Db): Promise<void> {
  const wrong = await sql<Counter>`
    select 'used' as what, u.id, u.used_bytes as kept,
      (select coalesce(sum(size), 0) from entries where owner_id = u.id)
      + (select coalesce(sum(v.size), 0) from file_versions v join entries e on e.id = v.entry_id
        where e.owner_id = u.id)
      + (select coalesce(sum(bytes), 0) from copies where owner_id = u.id) as real from users u
    union all
    select 'items', u.id, u.item_count,
      (select count(*) from entries where owner_id = u.id and kind <> 'root')
      + (select count(*) from file_versions v join entries e on e.id = v.entry_id where e.owner_id = u.id)
      + (select count(*) from shares where owner_id = u.id)
      + (select count(*) from uploads where owner_id = u.id and status = 'receiving')
      + (select coalesce(sum(items), 0) from copies where owner_id = u.id) from users u
    union all
    select 'reserved', u.id, u.reserved_bytes,
      (select coalesce(sum(reserved), 0) from uploads where owner_id = u.id) from users u
    union all
    select 'garbage', u.id, u.garbage_bytes,
      (select coalesce(sum(size), 0) from garbage where owner_id = u.id) from users u
    union all
    select 'garbage items', u.id, u.garbage_count,
      (select count(*) from garbage where owner_id = u.id) from users u
    union all
    select 'held by upload', upload_id, reserved,
      case when size is null then "offset" when creator_id = owner_id then size
        -- Of a chunk that broke off there may be more on the disk than was acknowledged.
        when reserved between "offset" and size then reserved else "offset" end
      from uploads where status = 'receiving'
    union all
    select 'children', p.id, p.children_count, (select count(*) from entries c where c.parent_id = p.id
      and (c.trash_root_id = p.trash_root_id or (c.trash_root_id is null and p.trash_root_id is null)))
      from entries p where p.kind <> 'file'
    union all
    select 'folders', p.id, p.folders_count, (select count(*) from entries c where c.parent_id = p.id
      and c.kind = 'folder'
      and (c.trash_root_id = p.trash_root_id or (c.trash_root_id is null and p.trash_root_id is null)))
      from entries p where p.kind <> 'file'
    union all
    select 'size of files', p.id, p.files_size, (select coalesce(sum(c.size), 0) from entries c
      where c.parent_id = p.id and c.kind = 'file'
      and (c.trash_root_id = p.trash_root_id or (c.trash_root_id is null and p.trash_root_id is null)))
      from entries p where p.kind <> 'file'
    union all
    select 'live below trashed', c.id, 0, 1 from entries c join entries p on p.id = c.parent_id
      where c.trash_root_id is null and p.trash_root_id is not null`.execute(db)
  expect(wrong.rows.filter(isWrong)).toEqual([])
  await expectEntryCountsToMatchRows(db)
}

/** Fails unless the counts of each space match its entries, also between two transactions of a large change. */
export async function expectEntryCountsToMatchRows(db: Db): Promise<void> {
  const { rows } = await sql<Counter>`
    select 'files' as what, s.id, s.file_count as kept,
      (select count(*) from entries where space_id = s.id and kind = 'file' and trash_root_id is null) as real
      from spaces s
    union all
    select 'live folders', s.id, s.folder_count,
      (select count(*) from entries where space_id = s.id and kind = 'folder' and trash_root_id is null) from spaces s
    union all
    select 'trashed', s.id, s.trashed_count,
      (select count(*) from entries where space_id = s.id and kind <> 'root' and trash_root_id is not null) from spaces s`.execute(
    db,
  )
  expect(rows.filter(isWrong)).toEqual([])
}
