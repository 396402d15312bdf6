import { sql } from 'kysely'
import type { Db } from '../infrastructure/db/transact.ts'
import { testApp } from './test-app.ts'

/** Of the tables of the schema `public`, jobs aside. */
async function tableCounts(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name, schema } of await db.introspection.getTables()) {
    if ((schema !== undefined && schema !== 'public') || name === 'jobs') continue
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db)
    counts[name] = Number(rows[0]?.n)
  }
  return counts
}

test('an app begins with the rows of a migrated database, whatever was stored before it', async () => {
  const found: Record<string, number>[] = []
  for (const name of ['one', 'two', 'three']) {
    const holdall = await testApp()
    found.push(await tableCounts(holdall.services.db))
    const ann = await holdall.signUp()
    expect((await ann.post('/api/create-folder', { name })).status).toBe(201)
    await holdall.services.settings.set('app.name', name)
    await holdall.services.jobs.runDue()
    await holdall.close()
  }
  expect(found[0]).toMatchObject({ users: 0, entries: 0, settings: 1 })
  expect(found.slice(1)).toEqual([found[0], found[0]])
})

test('an app begins with the schema of a migrated database', async () => {
  const changed = await testApp()
  await sql`alter table users add column extra text`.execute(changed.services.db)
  await changed.close()
  const next = await testApp()
  await expect(sql`select extra from users`.execute(next.services.db)).rejects.toThrow(/extra/)
  await next.close()
})
