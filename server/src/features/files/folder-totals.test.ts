import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'
import type { Client } from '../../testing/client.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { expectCountersToMatchRows, file, folder, shareLink } from '../../testing/file-requests.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

const totals = async (client: Client, path: string) => (await client.get(`/api/browse/${path}`)).body.meta.totals
const items = (...ids: readonly string[]) => ({ items: ids.map((id) => ({ id })) })

test('every page of a folder has the number of its folders and files, and the bytes of its own files', async () => {
  const ann = await holdall.signUp()
  expect(await totals(ann, 'folders/all')).toEqual({ folders: 0, files: 0, filesize: 0 })
  const inner = await folder(ann, 'inner')
  await folder(ann, 'other')
  await file(ann, 'below.txt', 'not counted above', { parent_id: inner })
  await file(ann, 'a.txt', '123')
  await file(ann, 'b.txt', '12345')
  for (const page of [1, 2, 9]) {
    expect(await totals(ann, `folders/all?per_page=3&page=${page}`)).toEqual({ folders: 2, files: 2, filesize: 8 })
  }
  expect(await totals(ann, `folders/${inner}`)).toEqual({ folders: 0, files: 1, filesize: 17 })
})

test('the totals follow a replaced file, a move, the trash, a restore and a deletion', async () => {
  const ann = await holdall.signUp()
  const box = await folder(ann, 'box')
  const a = await file(ann, 'a.txt', '123')
  const b = await file(ann, 'b.txt', '12345')
  await file(ann, 'a.txt', '1234567', { replace: 1 })
  expect(await totals(ann, 'folders/all')).toEqual({ folders: 1, files: 2, filesize: 12 })

  await ann.post('/api/move', { ...items(a.id), to_id: box })
  expect(await totals(ann, 'folders/all')).toEqual({ folders: 1, files: 1, filesize: 5 })
  expect(await totals(ann, `folders/${box}`)).toEqual({ folders: 0, files: 1, filesize: 7 })

  await ann.post('/api/remove', items(b.id, box))
  expect(await totals(ann, 'folders/all')).toEqual({ folders: 0, files: 0, filesize: 0 })
  expect(await totals(ann, 'trash/all')).toEqual({ folders: 1, files: 1, filesize: 5 })
  expect(await totals(ann, `trash/${box}`)).toEqual({ folders: 0, files: 1, filesize: 7 })

  await ann.post('/api/trash/restore', items(b.id, box))
  expect(await totals(ann, 'folders/all')).toEqual({ folders: 1, files: 1, filesize: 5 })
  await ann.post('/api/remove', { items: [{ id: b.id, force_delete: true }] })
  expect(await totals(ann, 'folders/all')).toEqual({ folders: 1, files: 0, filesize: 0 })
  await expectCountersToMatchRows(holdall.services.db)
})

test('a visitor gets the totals of the shared folder', async () => {
  const ann = await holdall.signUp()
  const box = await folder(ann, 'box')
  await file(ann, 'a.txt', '123', { parent_id: box })
  const token = await shareLink(ann, box)
  const { body } = await holdall.visitor().get(`/api/sharing/folders/all/${token}`)
  expect(body.meta.totals).toEqual({ folders: 0, files: 1, filesize: 3 })
})

test('folders of a filled database get the bytes of their files, live and trashed', async () => {
  const { db, migrate, remove } = await databaseBefore('0005')
  await db.transaction().execute(async (trx) => {
    await insertUser(trx)
    await sql`insert into spaces (id, kind, owner_id, root_id) values ('s', 'home', 'u', 'root')`.execute(trx)
    await sql`insert into blobs (id, size, sha256, created_at) values ('b', 1, 'x', 0)`.execute(trx)
    const rows: readonly (readonly [string, string | null, string, number, string | null])[] = [
      ['root', null, 'root', 0, null],
      ['box', 'root', 'folder', 0, null],
      ['empty', 'root', 'folder', 0, null],
      ['one', 'root', 'file', 3, null],
      ['two', 'root', 'file', 4_000_000_000, null],
      ['in-box', 'box', 'file', 7, null],
      ['thrown-away', 'box', 'file', 100, 'thrown-away'],
      ['old', 'root', 'folder', 0, 'old'],
      ['in-old', 'old', 'file', 11, 'old'],
      ['before-old', 'old', 'file', 13, 'before-old'],
    ]
    for (const [id, parent, kind, size, trashRoot] of rows) {
      const blob = kind === 'file' ? 'b' : null
      await sql`insert into entries (id, space_id, owner_id, parent_id, kind, name, name_key, size, blob_id, trash_root_id, created_at, updated_at)
        values (${id}, 's', 'u', ${parent}, ${kind}, ${id}, ${id}, ${size}, ${blob}, ${trashRoot}, 0, 0)`.execute(trx)
    }
  })

  await migrate()

  const found = await db.selectFrom('entries').select(['id', 'files_size']).where('kind', '!=', 'file').execute()
  expect(Object.fromEntries(found.map((row) => [row.id, row.files_size]))).toEqual({
    root: 4_000_000_003,
    box: 7,
    empty: 0,
    old: 11,
  })
  await remove()
})
