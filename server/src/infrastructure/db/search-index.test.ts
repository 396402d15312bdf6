import { sql } from 'kysely'
import { nameKey, sortKey } from '../../features/entries/entry-name-rules.ts'
import { matchesOf } from '../../features/search/search.store.ts'
import { databaseBefore } from '../../testing/database-before.ts'

test('the names of a filled database are found, those of the trash are not', async () => {
  const { db, migrate, remove } = await databaseBefore('0010')
  const names = ['Äpfel 007', 'plain', '会議の議事録', `it's "100%"`, 'x'.repeat(250)]
  await db.transaction().execute(async (trx) => {
    for (const user of ['u', 'v']) {
      await sql`insert into users (id, email, name, password_hash, role, color, created_at, updated_at)
        values (${user}, ${user}, 'U', '', 'user', 'red', 0, 0)`.execute(trx)
      await sql`insert into spaces (id, kind, owner_id, root_id)
        values (${`space-${user}`}, 'home', ${user}, ${`root-${user}`})`.execute(trx)
      const insert = (id: string, kind: string, name: string, key: string, trashRoot: string | null) =>
        sql`insert into entries (id, space_id, owner_id, parent_id, kind, name, name_key, trash_root_id, created_at, updated_at)
          values (${id}, ${`space-${user}`}, ${user}, ${kind === 'root' ? null : `root-${user}`}, ${kind}, ${name}, ${key},
            ${trashRoot}, 0, 0)`.execute(trx)
      await insert(`root-${user}`, 'root', '', '', null)
      for (const name of names) await insert(`${user} ${name}`, 'folder', name, sortKey(name), null)
      await insert(`${user} trashed`, 'folder', 'trashed plain', 'trashed plain', `${user} trashed`)
    }
  })

  await migrate()

  const rows = await db.selectFrom('entries').select(['name', 'name_key']).execute()
  expect(rows.map(({ name_key: key }) => key)).toEqual(rows.map(({ name }) => nameKey(name)))
  const find = async (text: string) => {
    const search = { space: { id: 'space-u', owner_id: 'u' }, kind: 'folder', text, limit: 10, extra: [] } as const
    const matches = await matchesOf({ db, engine: globalThis.HOLDALL_TEST_ENGINE }, search)
    return matches.map(({ id }) => id)
  }
  for (const [text, name] of [
    ['apfel 007', 'Äpfel 007'],
    ['07', 'Äpfel 007'],
    ['plain', 'plain'],
    ['議', '会議の議事録'],
    ['"1', `it's "100%"`],
    ['x'.repeat(250), 'x'.repeat(250)],
  ] as const) {
    expect([text, await find(text)]).toEqual([text, [`u ${name}`]])
  }
  await sql`update entries set trash_root_id = id where id = 'u plain'`.execute(db)
  expect(await find('plain')).toEqual([])
  await sql`update entries set trash_root_id = null where trash_root_id is not null`.execute(db)
  expect((await find('plain')).toSorted()).toEqual(['u plain', 'u trashed'])
  await sql`delete from entries where id = 'u trashed'`.execute(db)
  expect(await find('plain')).toEqual(['u plain'])
  await remove()
})
