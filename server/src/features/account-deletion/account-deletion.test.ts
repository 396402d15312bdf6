import { day } from '../../infrastructure/clock.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { deletionRequests } from '../../testing/account-deletion-requests.ts'
import { countedStatements } from '../../testing/counted-statements.ts'
import { expectCountersToMatchRows, file, folder, names, put, shareLink } from '../../testing/file-requests.ts'
import { png } from '../../testing/pictures.ts'
import { uploadRequest } from '../../testing/requested-files.ts'
import { seededId, seedEntries, type SeededEntry } from '../../testing/seed-entries.ts'
import { join, teamFolder } from '../../testing/team-requests.ts'
import { testApp, type TestApp, testPassword } from '../../testing/test-app.ts'

const mails: Mail[] = []
let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp({
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
  })
})
afterEach(async () => {
  await holdall.services.settings.unset('accounts.deletion_days')
  await expectCountersToMatchRows(holdall.services.db)
})
afterAll(() => holdall.close())

const { deleteAtOnce, exists, request, runJob, signedInAgain, subjectsTo } = deletionRequests(() => holdall, mails)
const signIn = (email: string) => holdall.visitor().post('/login', { email, password: testPassword })

/** Rows that name a user in any column, by table. What is collected later and what is to be done is left out. */
async function rowsAbout(id: string): Promise<string[]> {
  const { db } = holdall.services
  const tables = await db.introspection.getTables()
  const found: string[] = []
  for (const { schema, name, isView } of tables) {
    if (isView || ['garbage', 'throttles', 'jobs', 'job', 'job_common', 'archive'].includes(name)) continue
    if (schema === 'pgboss') continue
    const rows = await db
      .selectFrom(name as 'users')
      .selectAll()
      .execute()
    if (rows.some((row) => JSON.stringify(row).includes(id))) found.push(name)
  }
  return found
}

describe('asking for the deletion of an account', () => {
  test('is refused where another address was typed', async () => {
    const user = await holdall.signUp()
    const { status, body } = await request(user, [], 'somebody@example.com')
    expect([status, body.errors]).toEqual([422, { email: ['This isn’t the address of your account.'] }])
    expect(await exists(user.userId)).toBe(true)
  })

  test('is refused to the last administrator, of two at the same time too', async () => {
    const [one, two] = [await holdall.signInAdmin(), await holdall.signInAdmin()]
    const answers = await Promise.all([request(one), request(two)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 422])
    const last = answers[0].status === 422 ? one : two
    expect((await request(last)).body.code).toBe('last-administrator')
    expect((await last.get('/api/user/deletion')).body.data.attributes.last_administrator).toBe(true)
  })

  test('needs a choice for each team folder: one of its members, or none', async () => {
    const [owner, member, stranger] = [await holdall.signUp(), await holdall.signUp(), await holdall.signUp()]
    const id = await teamFolder(owner, 'Plans')
    await join(owner, id, member)
    const { attributes } = (await owner.get('/api/user/deletion')).body.data
    expect(attributes.team_folders).toEqual([
      {
        id,
        name: 'Plans',
        size: 0,
        members: [expect.objectContaining({ id: member.userId, email: member.email, has_room: true })],
      },
    ])
    for (const choices of [[], [{ id, to: stranger.userId }], [{ id: owner.userId, to: null }]]) {
      expect((await request(owner, choices)).body.code).toBe('conflict')
    }
    expect((await request(owner, [{ id, to: null }])).status).toBe(204)
    const { data } = (await member.get('/api/notifications')).body
    expect(data[0].attributes.title).toBe('Team folder will be deleted')
  })

  test('of the members of a team folder, those who may edit are named first, and then those who joined first', async () => {
    const owner = await holdall.signUp()
    const id = await teamFolder(owner, 'Plans')
    const members: string[] = []
    for (const permission of ['can_view', 'can_edit', 'can_edit'] as const) {
      const member = await holdall.signUp()
      await join(owner, id, member, permission)
      members.push(member.userId)
      holdall.clock.advance(1000)
    }
    const [viewer, first, second] = members
    const [listed] = (await owner.get('/api/user/deletion')).body.data.attributes.team_folders
    expect(listed.members.map((member: { id: string }) => member.id)).toEqual([first, second, viewer])
  })
})

describe('during the grace period', () => {
  test('the account can only be kept: everything else is refused, and its links show nothing', async () => {
    const user = await holdall.signUp()
    const elsewhere = holdall.visitor()
    await elsewhere.post('/login', { email: user.email, password: testPassword })
    const entry = await file(user, 'a.txt')
    const token = await shareLink(user, entry.id)
    const asked = await uploadRequest(user)
    const { body: created } = await user.post('/api/user/tokens', { name: 'script' })
    const bearer = { authorization: `Bearer ${created.plainTextToken}` }
    expect((await holdall.visitor().get('/api/user', bearer)).status).toBe(200)
    expect((await request(user)).status).toBe(204)

    expect((await elsewhere.get('/api/user')).status).toBe(401)
    const { attributes } = (await user.get('/api/user')).body.data
    expect(Date.parse(attributes.deletes_at)).toBeGreaterThan(holdall.clock.now() + 13 * day)
    expect((await user.get('/api/browse/folders/all')).body.code).toBe('account-ending')
    expect((await put(user, 'b.txt')).body.code).toBe('account-ending')
    const { pathname, search } = new URL(entry.attributes.file_url, 'http://x')
    expect((await user.get(pathname + search)).status).toBe(404)
    expect((await holdall.visitor().get('/api/user', bearer)).body.code).toBe('invalid-token')
    expect((await holdall.visitor().get(`/api/sharing/${token}`)).status).toBe(404)
    expect((await holdall.visitor().get(`/api/file-request/${asked.token}`)).status).toBe(404)
    expect((await request(user)).body.code).toBe('account-ending')
    expect((await signIn(user.email)).status).toBe(200)
    expect(await subjectsTo(user.email)).toContain('Your account on Holdall will be deleted')
  })

  test('signing in and keeping the account restores everything and notifies its user', async () => {
    const user = await holdall.signUp()
    const entry = await file(user, 'a.txt')
    const token = await shareLink(user, entry.id)
    await request(user)
    const later = holdall.visitor()
    await later.post('/login', { email: user.email, password: testPassword })
    expect((await later.delete('/api/user/deletion')).status).toBe(204)
    expect((await later.delete('/api/user/deletion')).status).toBe(204)
    expect(await names(later)).toEqual(['a.txt'])
    expect((await holdall.visitor().get(`/api/sharing/${token}`)).status).toBe(200)
    expect((await subjectsTo(user.email)).filter((subject) => subject.endsWith('stays'))).toHaveLength(1)
    holdall.clock.advance(20 * day)
    await runJob()
    expect(await exists(user.userId)).toBe(true)
  })

  test('a deletion that begins while a call waits to cancel it is not canceled', async () => {
    const user = await holdall.signUp()
    await request(user)
    const { clock, db, transact } = holdall.services
    jest.spyOn(holdall.services, 'transact').mockImplementationOnce(async (work) => {
      await db.updateTable('users').set({ deleted_at: clock.now() }).where('id', '=', user.userId).execute()
      return transact(work)
    })
    const { status, body } = await user.delete('/api/user/deletion')
    expect([status, body.code]).toEqual([401, 'unauthenticated'])
    holdall.clock.advance(15 * day)
    await runJob()
    expect(await exists(user.userId)).toBe(false)
  })
})

describe('after the grace period', () => {
  test('everything of the account is deleted, its address is free, and others keep what is theirs', async () => {
    const [user, other] = [await holdall.signUp(), await holdall.signUp()]
    const plans = await folder(user, 'plans')
    const inside = await folder(user, 'inside', plans)
    const entry = await file(user, 'a.txt', 'some bytes', { parent_id: inside })
    await shareLink(user, plans)
    await user.post('/api/favourites', { ids: [plans] })
    await uploadRequest(user)
    await user.post('/api/user/tokens', { name: 'script' })
    await user.form('/api/user/avatar', [['avatar', await png()]])
    await put(user, 'half.bin', 'some', { size: 100 })
    await user.post('/api/remove', { items: [{ id: (await file(user, 'old.txt')).id }] })
    const shared = await teamFolder(other, 'Theirs')
    await join(other, shared, user)
    await file(user, 'by a member.txt', 'some bytes', { parent_id: shared })
    await teamFolder(user, 'Own')
    await holdall.visitor().post('/api/password/recover', { email: user.email })
    const [own] = (await user.get('/api/user/deletion')).body.data.attributes.team_folders
    expect((await request(user, [{ id: own.id, to: null }])).status).toBe(204)
    await runJob()
    expect(await exists(user.userId)).toBe(true)

    holdall.clock.advance(15 * day)
    await holdall.services.jobs.runDue()
    expect(await subjectsTo(user.email)).toContain('Your account on Holdall was deleted')
    // What the user put into the folder of somebody else stays there, and says so.
    expect(await rowsAbout(user.userId)).toEqual(['activities', 'entries'])
    const garbage = await holdall.services.db.selectFrom('garbage').select('blob_id').execute()
    expect(garbage.length).toBeGreaterThan(0)
    expect((await user.get('/api/user')).status).toBe(401)
    expect((await signIn(user.email)).status).toBe(422)
    const kept = await signedInAgain(other)
    expect(await names(kept, shared)).toEqual(['by a member.txt'])
    expect((await kept.get(`/api/teams/folders/${shared}`)).status).toBe(200)
    expect(entry.type).toBe('file')
    expect((await holdall.signUp({ email: user.email })).userId).not.toBe(user.userId)
  })

  test('at once where the operator allows no time', async () => {
    const user = await holdall.signUp()
    await deleteAtOnce(user)
    expect(await exists(user.userId)).toBe(false)
    expect(await subjectsTo(user.email)).toEqual(['Your account on Holdall was deleted'])
  })

  test('one that cannot be deleted keeps no other from being deleted', async () => {
    const [broken, other] = [await holdall.signUp(), await holdall.signUp()]
    expect((await request(broken)).status).toBe(204)
    holdall.clock.advance(1000)
    expect((await request(other)).status).toBe(204)
    holdall.clock.advance(15 * day)
    const { avatars } = holdall.services
    const remove = (id: string) =>
      id === broken.userId ? Promise.reject(new Error('not readable')) : avatars.remove(id)
    await expect(runJob({ ...holdall.services, avatars: { ...avatars, remove } })).rejects.toThrow('not readable')
    expect([await exists(broken.userId), await exists(other.userId)]).toEqual([true, false])
    await runJob()
    expect(await exists(broken.userId)).toBe(false)
  })

  test('an administrator who is the last one by now stays', async () => {
    const [one, two] = [await holdall.signInAdmin(), await holdall.signInAdmin()]
    expect((await request(one)).status).toBe(204)
    const { db } = holdall.services
    await db.updateTable('users').set({ role: 'user' }).where('id', '!=', one.userId).execute()
    holdall.clock.advance(15 * day)
    await runJob()
    expect([await exists(one.userId), await exists(two.userId)]).toEqual([true, true])
    expect((await signIn(one.email)).status).toBe(200)
  })

  test('a large account is deleted in parts in the background, and continued after an interruption', async () => {
    const user = await holdall.signUp()
    const top = await folder(user, 'top')
    const entries: SeededEntry[] = []
    const add = (kind: 'file' | 'folder', parentId: string, name: string) => {
      const id = seededId(500_000 + entries.length)
      entries.push({ id, parentId, kind, name, size: kind === 'file' ? 1 : 0 })
      return id
    }
    let deepest = top
    for (let level = 0; level < 5; level++) deepest = add('folder', deepest, 'nested')
    for (let n = 0; n < 35; n++) add('file', n % 2 === 0 ? top : deepest, `file ${n}`)
    await seedEntries(holdall, user.userId, entries)
    await holdall.services.settings.set('accounts.deletion_days', 0)
    expect((await request(user)).status).toBe(204)

    const left = async () => {
      const { n } = await holdall.services.db
        .selectFrom('entries')
        .select((eb) => eb.fn.countAll<number | string>().as('n'))
        .where('owner_id', '=', user.userId)
        .executeTakeFirstOrThrow()
      return Number(n)
    }
    const ending = new AbortController()
    const inParts = { ...holdall.services, entriesPerTransaction: 10 }
    const interrupted = {
      ...inParts,
      transactBulk: async <T>(work: Parameters<typeof holdall.services.transactBulk<T>>[0]) => {
        const done = await holdall.services.transactBulk(work)
        if ((await left()) < 40) ending.abort()
        return done
      },
    }
    await expect(runJob(interrupted, ending.signal)).rejects.toThrow('aborted')
    expect(await left()).toBe(35 + 5 + 2 - 10)
    expect((await signIn(user.email)).status).toBe(422)

    const statements = await countedStatements(() => runJob(inParts))
    expect(await left()).toBe(0)
    expect(await exists(user.userId)).toBe(false)
    const deletions = statements.filter(({ text, changed }) => text.startsWith('delete from "entries"') && changed > 0)
    // The files that are left, the nested folders from the innermost one, and the root.
    expect(deletions.map(({ changed }) => changed)).toEqual([10, 10, 5, 1, 1, 1, 1, 1, 1, 1])
    expect(deletions.filter(({ isOnMainThread }) => isOnMainThread)).toEqual([])
  })
})
