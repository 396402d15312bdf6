import { day } from '../../infrastructure/clock.ts'
import { makeFixture } from '../../testing/access-fixture.ts'
import { file, folder } from '../../testing/file-requests.ts'
import { countedStatements, mainThreadStatements } from '../../testing/counted-statements.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp()
})
afterAll(() => holdall.close())

describe('the dashboard', () => {
  test.each(['/api/admin/dashboard', '/api/admin/dashboard/newbies'])('%s is for admins', async (url) => {
    expect((await holdall.visitor().get(url)).body.code).toBe('unauthenticated')
    expect((await (await holdall.signUp()).get(url)).body.code).toBe('forbidden')
  })

  test('counts what is there', async () => {
    const admin = await holdall.signInAdmin()
    const counts = async () => (await admin.get('/api/admin/dashboard')).body.data.attributes
    const before = await counts()
    await makeFixture(holdall)
    const body = await counts()
    const { db } = holdall.services
    const entries = await db
      .selectFrom('entries')
      .select(['kind', 'trash_root_id'])
      .where('kind', '!=', 'root')
      .execute()
    const shares = await db.selectFrom('shares').select('id').execute()
    expect(body.users).toEqual({ total: before.users.total + 4, admins: before.users.admins + 1 })
    expect(body.files).toEqual({
      total: entries.filter(({ kind, trash_root_id }) => kind === 'file' && trash_root_id === null).length,
      folders: entries.filter(({ kind, trash_root_id }) => kind === 'folder' && trash_root_id === null).length,
      trashed: entries.filter((entry) => entry.trash_root_id !== null).length,
    })
    // Expired: two. In the trash: that of the trashed folder, and the suspended one.
    expect(body.shares).toEqual({ total: shares.length, active: shares.length - 4 })
    expect(body.disk.free).toBeGreaterThan(0)
    expect(body.app.database).toMatch(/^(SQLite|PostgreSQL) \d/)
  })

  test('counts a file that is uploaded, trashed and deleted, and the disk that it uses', async () => {
    const [admin, user] = [await holdall.signInAdmin(), await holdall.signUp()]
    const counts = async () => {
      const { files, disk } = (await admin.get('/api/admin/dashboard')).body.data.attributes
      return { ...files, used: disk.used }
    }
    const before = await counts()
    const id = await folder(user, 'inner')
    await file(user, 'a.txt', 'x'.repeat(1234), { parent_id: id })
    const used = before.used + 1234 + 2 * 1024
    const added = { ...before, total: before.total + 1, folders: before.folders + 1, used }
    expect(await counts()).toEqual(added)
    await user.post('/api/remove', { items: [{ id }] })
    expect(await counts()).toEqual({ ...before, trashed: before.trashed + 2, used })
    await user.post('/api/remove', { items: [{ id, force_delete: true }] })
    expect(await counts()).toEqual(before)
  })

  test('has a record for each of the last 45 days, also for days without traffic', async () => {
    const [admin, user] = [await holdall.signInAdmin(), await holdall.signUp()]
    const dayOf = (ago: number) => new Date(holdall.clock.now() - ago * day).toISOString().slice(0, 10)
    await holdall.services.db.deleteFrom('traffic').execute()
    await holdall.services.db
      .insertInto('traffic')
      .values([
        { user_id: user.userId, day: dayOf(0), uploaded: 10, downloaded: 1 },
        { user_id: admin.userId, day: dayOf(0), uploaded: 5, downloaded: 0 },
        { user_id: user.userId, day: dayOf(44), uploaded: 7, downloaded: 0 },
        { user_id: user.userId, day: dayOf(45), uploaded: 1000, downloaded: 1000 },
      ])
      .execute()
    const { upload, download } = (await admin.get('/api/admin/dashboard')).body.data.attributes.disk
    expect([upload.records.length, upload.total, download.total]).toEqual([45, 22, 1])
    expect([upload.records[0], upload.records[44]]).toEqual([
      { created_at: `${dayOf(44)}T00:00:00.000Z`, bytes: 7 },
      { created_at: `${dayOf(0)}T00:00:00.000Z`, bytes: 15 },
    ])
  })
})

test('what goes through all accounts, entries and traffic is read off the main thread on SQLite', async () => {
  const fresh = await testApp()
  const admin = await fresh.signInAdmin()
  const statements = await mainThreadStatements(async () => {
    for (const url of ['/api/admin/dashboard', '/api/admin/dashboard/newbies']) {
      expect((await admin.get(url)).status).toBe(200)
    }
  })
  expect(statements.filter((text) => /count\(|sum\(|order by/.test(text))).toEqual([])
  await fresh.close()
})

test('reads only entries that have a link', async () => {
  const fresh = await testApp()
  const [admin, user] = [await fresh.signInAdmin(), await fresh.signUp()]
  for (const name of ['a.txt', 'b.txt']) await file(user, name)
  const statements = await countedStatements(async () => {
    expect((await admin.get('/api/admin/dashboard')).body.data.attributes.files.total).toBe(2)
  })
  const counts = statements.filter(({ text }) => /count\(\*\)|sum\(/.test(text)).map(({ text }) => text)
  expect(counts.filter((text) => /from "?entries\b/.test(text))).toEqual([])
  expect(counts.filter((text) => /entries/.test(text))).toEqual([
    expect.stringMatching(/from "shares" inner join "entries" on "entries"."id" = "shares"."entry_id"/),
  ])
  expect(counts.some((text) => text.includes('sum("file_count")'))).toBe(true)
  await fresh.close()
})

test('the five newest accounts come newest first', async () => {
  const admin = await holdall.signInAdmin()
  const made = []
  for (let i = 0; i < 6; i++) made.unshift((await holdall.signUp()).userId)
  const { data } = (await admin.get('/api/admin/dashboard/newbies')).body
  expect(data.map(({ id }: { id: string }) => id)).toEqual(made.slice(0, 5))
})
