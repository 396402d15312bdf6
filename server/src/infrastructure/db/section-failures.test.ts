import { claimNotice, storeFailure } from '../../features/admin/sections/section-failure.store.ts'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('a filled database gets reports of sections, which end with their account', async () => {
  const { db, migrate, remove } = await databaseBefore('0049')
  await insertUser(db)

  await migrate()

  const version = { section: 'platform', build: '0.1.0~a', cause: 'threw' }
  const failure = { ...version, user_id: 'u', version: '0.1.0', reason: 'r', address: null, count: 1, reported_at: 1 }
  const store = () => db.transaction().execute((trx) => storeFailure(trx, failure))
  const claim = () => db.transaction().execute((trx) => claimNotice(trx, { ...version, notified_at: 1 }))
  expect([await store(), await store(), await claim(), await claim()]).toEqual([true, false, true, false])
  const [row, ...others] = await db.selectFrom('section_failures').selectAll().execute()
  expect([Number(row?.count), others]).toEqual([2, []])
  await db.deleteFrom('users').execute()
  expect(await db.selectFrom('section_failures').selectAll().execute()).toEqual([])
  await remove()
})
