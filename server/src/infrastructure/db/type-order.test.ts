import { sql } from 'kysely'
import { nameKey } from '../../features/entries/entry-name-rules.ts'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('the entries of a filled database are sorted by extension, then by name, and renamed ones too', async () => {
  const { db, migrate, remove } = await databaseBefore('0013')
  await db.transaction().execute(async (trx) => {
    await insertUser(trx)
    await sql`insert into spaces (id, kind, owner_id, root_id) values ('s', 'home', 'u', 'root')`.execute(trx)
    await sql`insert into blobs (id, size, sha256, created_at) values ('b', 1, 'x', 0)`.execute(trx)
    const insert = (name: string, kind: string) =>
      sql`insert into entries (id, space_id, owner_id, parent_id, kind, name, name_key, size, blob_id, created_at, updated_at)
        values (${name}, 's', 'u', ${kind === 'root' ? null : 'root'}, ${kind}, ${name}, ${nameKey(name)}, 0,
          ${kind === 'file' ? 'b' : null}, 0, 0)`.execute(trx)
    await insert('root', 'root')
    await insert('box.zip', 'folder')
    for (const name of names) await insert(name, 'file')
  })

  await migrate()

  const typeKeys = async () => {
    const rows = await db.selectFrom('entries').select(['name', 'type_key']).where('kind', '!=', 'root').execute()
    return new Map(rows.map(({ name, type_key }) => [name, type_key]))
  }
  const keys = await typeKeys()
  expect(names.map((name) => [name, keys.get(name)])).toEqual(names.map((name) => [name, keyOf(name)]))
  expect(keys.get('box.zip')).toBe(` ${nameKey('box.zip')}`)

  const renamed = { name: 'scan.pdf', name_key: nameKey('scan.pdf') }
  await db.updateTable('entries').set(renamed).where('id', '=', 'b.TXT').execute()
  expect((await typeKeys()).get('scan.pdf')).toBe('pdf scan.pdf')
  await remove()
})

const names = [
  'README',
  '.env',
  'b.TXT',
  'a.txt',
  'archive.tar.gz',
  'v1. final draft',
  'x.1234567890123456',
  'x.12345678901234567',
  'ë.été',
  'photo 10.jpg',
]

function keyOf(name: string): string {
  const extension = /.\.([^. ]{1,16})$/u.exec(name)?.[1] ?? ''
  return `${extension.toLowerCase()} ${nameKey(name)}`
}
