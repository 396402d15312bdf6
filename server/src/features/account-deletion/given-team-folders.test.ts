import { day } from '../../infrastructure/clock.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { deletionRequests } from '../../testing/account-deletion-requests.ts'
import { expectCountersToMatchRows, file, folder, names, shareLink } from '../../testing/file-requests.ts'
import { uploadRequest } from '../../testing/requested-files.ts'
import { accept, invite, join, teamFolder } from '../../testing/team-requests.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

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

describe('a team folder of the account', () => {
  test('can be given to nobody who has no storage left for it, nor for several of them together', async () => {
    const [owner, heir, small] = [
      await holdall.signUp(),
      await holdall.signUp({ quota: 25 + 2 * 1024 }),
      await holdall.signUp({ quota: 9 + 1024 }),
    ]
    const ids: string[] = []
    for (const name of ['Plans', 'Photos', 'Recipes']) {
      const id = await teamFolder(owner, name)
      await join(owner, id, heir)
      await join(owner, id, small)
      await file(owner, 'a.txt', 'ten bytes.', { parent_id: id })
      ids.push(id)
    }
    const { attributes } = (await owner.get('/api/user/deletion')).body.data
    for (const folder of attributes.team_folders) {
      const rooms = folder.members.map((member: { id: string; has_room: boolean }) => [member.id, member.has_room])
      expect([folder.size, Object.fromEntries(rooms)]).toEqual([10, { [heir.userId]: true, [small.userId]: false }])
    }
    const give = (...to: (string | null)[]) =>
      request(
        owner,
        ids.map((id, n) => ({ id, to: to[n]! })),
      )
    for (const answer of [await give(small.userId, null, null), await give(heir.userId, heir.userId, heir.userId)]) {
      expect([answer.status, answer.body.code]).toEqual([423, 'heir-storage-full'])
    }
    expect((await owner.get('/api/user')).body.data.attributes.deletes_at).toBeNull()
    expect((await give(heir.userId, heir.userId, null)).status).toBe(204)
    const promised = (await heir.get('/api/notifications')).body.data
      .map((one: { attributes: { title: string } }) => one.attributes.title)
      .filter((title: string) => title === 'You will own a team folder')
    expect(promised).toHaveLength(2)
  })

  test('goes to the chosen member even if their storage is full by now, and notifies them by mail', async () => {
    const [owner, heir] = [await holdall.signUp(), await holdall.signUp({ quota: 15 + 1024 })]
    const id = await teamFolder(owner, 'Plans')
    await join(owner, id, heir)
    await file(owner, 'a.txt', 'ten bytes.', { parent_id: id })
    expect((await request(owner, [{ id, to: heir.userId }])).status).toBe(204)
    await file(heir, 'own.txt', 'ten bytes.')
    await heir.patch('/api/user/settings', { name: 'locale', value: 'de' })
    holdall.clock.advance(15 * day)
    await runJob()
    expect(await subjectsTo(heir.email)).toContain('Ein Teamordner bei Holdall gehört jetzt Ihnen')
    const mail = mails.findLast(({ to }) => to === heir.email)!
    expect(mail.text).toContain('„Plans“')
    expect(mail.text).toContain('Ihr Speicher ist dadurch voll')
    expect(mail.action!.link).toBe(`https://files.example/platform/files/${id}`)
    expect((await (await signedInAgain(heir)).get('/api/user')).body.data.attributes.storage.used).toBe(20 + 2 * 1024)
  })

  test('goes to the member that its owner chose, with its files, links, upload requests, bytes and other members', async () => {
    const [owner, heir, reader] = [await holdall.signUp(), await holdall.signUp(), await holdall.signUp()]
    const id = await teamFolder(owner, 'Plans')
    await join(owner, id, heir)
    await join(owner, id, reader, 'can_view')
    const entry = await file(owner, 'a.txt', 'ten bytes.', { parent_id: id })
    const token = await shareLink(owner, entry.id)
    const asked = await uploadRequest(owner, { folder_id: id })
    await deleteAtOnce(owner, [{ id, to: heir.userId }])
    expect(await exists(owner.userId)).toBe(false)
    const { data } = (await heir.get('/api/teams/folders/all')).body
    expect(data.map((found: { id: string }) => found.id)).toEqual([id])
    expect(await names(reader, id)).toEqual(['a.txt'])
    expect((await holdall.visitor().get(`/api/sharing/${token}`)).status).toBe(200)
    expect((await heir.get('/api/user')).body.data.attributes.storage.used).toBe(10 + 2 * 1024)
    const notifications = (await heir.get('/api/notifications')).body.data
    expect(notifications[0].attributes.title).toBe('You own a team folder')
    expect((await holdall.visitor().get(`/api/file-request/${asked.token}`)).status).toBe(200)
    expect((await heir.get('/api/file-request')).body.data).toHaveLength(1)
    const activity = (await heir.get(`/api/activity/${id}`)).body.data as { attributes: { kind: string } }[]
    expect(activity.map(({ attributes }) => attributes.kind)).toContain('uploaded')
    expect((await heir.post('/api/remove', { items: [{ id: entry.id }] })).status).toBe(200)
  })

  test('is not changed by links and invitations of its former owner any more, and by links of its members as before', async () => {
    const [owner, heir, editor, invited] = [
      await holdall.signUp(),
      await holdall.signUp(),
      await holdall.signUp(),
      await holdall.signUp(),
    ]
    const id = await teamFolder(owner, 'Plans')
    await join(owner, id, heir)
    await join(owner, id, editor)
    await owner.patch(`/api/teams/folders/${id}`, { members_can_share: true })
    const inner = await folder(owner, 'Inner', id)
    const [locked, open, ofMember] = [
      await shareLink(owner, inner, { permission: 'editor', isPassword: true, password: 'open sesame' }),
      await shareLink(owner, inner, { permission: 'editor' }),
      await shareLink(editor, inner, { permission: 'editor' }),
    ]
    const invitation = await invite(owner, id, invited.email)
    const visitor = holdall.visitor()
    await visitor.post(`/api/sharing/authenticate/${locked}`, { password: 'open sesame' })
    const create = (token: string, name: string) =>
      visitor.post(`/api/sharing/create-folder/${token}`, { name, parent_id: inner })
    for (const token of [locked, open, ofMember]) expect((await create(token, `by ${token}`)).status).toBe(201)
    await deleteAtOnce(owner, [{ id, to: heir.userId }])
    expect((await create(locked, 'New')).body.code).toBe('share-locked')
    await visitor.post(`/api/sharing/authenticate/${locked}`, { password: 'open sesame' })
    for (const token of [locked, open]) {
      expect((await create(token, 'New')).status).toBe(404)
      expect((await visitor.get(`/api/sharing/${token}`)).body.data.attributes.permission).toBe('visitor')
    }
    expect((await create(ofMember, 'New')).status).toBe(201)
    expect((await accept(invited, invitation)).body.code).toBe('invitation-ended')
    expect((await invited.get('/api/notifications')).body.data[0].attributes.action).toBeNull()
  })

  test('goes to the chosen one, though others are members for longer and may edit', async () => {
    const [owner, first, chosen] = [await holdall.signUp(), await holdall.signUp(), await holdall.signUp()]
    const id = await teamFolder(owner, 'Plans')
    await join(owner, id, first)
    holdall.clock.advance(1000)
    await join(owner, id, chosen, 'can_view')
    await deleteAtOnce(owner, [{ id, to: chosen.userId }])
    const { db } = holdall.services
    const spaces = await db.selectFrom('spaces').select('owner_id').where('root_id', '=', id).execute()
    expect(spaces).toEqual([{ owner_id: chosen.userId }])
  })

  test('goes to another member who may edit where the chosen one has left', async () => {
    const [owner, chosen, editor, reader] = [
      await holdall.signUp(),
      await holdall.signUp(),
      await holdall.signUp(),
      await holdall.signUp(),
    ]
    const id = await teamFolder(owner, 'Plans')
    await join(owner, id, reader, 'can_view')
    await join(owner, id, chosen)
    await join(owner, id, editor)
    expect((await request(owner, [{ id, to: chosen.userId }])).status).toBe(204)
    expect((await chosen.delete(`/api/teams/folders/${id}/leave`)).status).toBeLessThan(300)
    holdall.clock.advance(15 * day)
    await runJob()
    const space = await holdall.services.db
      .selectFrom('spaces')
      .select('owner_id')
      .where('root_id', '=', id)
      .executeTakeFirst()
    expect(space).toEqual({ owner_id: editor.userId })
  })

  test('is deleted with the account where its owner chose that', async () => {
    const [owner, member] = [await holdall.signUp(), await holdall.signUp()]
    const id = await teamFolder(owner, 'Plans')
    await join(owner, id, member)
    await file(member, 'a.txt', 'ten bytes.', { parent_id: id })
    await deleteAtOnce(owner, [{ id, to: null }])
    expect((await member.get(`/api/browse/folders/${id}`)).status).toBe(404)
    expect(await exists(owner.userId)).toBe(false)
  })
})
