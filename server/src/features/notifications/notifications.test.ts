import { MAX_NOTIFICATIONS } from '@holdall/api'
import { day } from '../../infrastructure/clock.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'
import { createNotifications, type NewNotification } from './notification-service.ts'

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp()
})
afterAll(() => holdall.close())

const signIn = (address: string): NewNotification => ({
  category: 'security',
  title: 'notification.sign_in.title',
  description: 'notification.sign_in.description',
  values: { device: 'both', browser: 'Firefox', system: 'Linux', address },
  action: { type: 'route', params: { route: 'Security', id: null, button: 'notification.show_devices' } },
})
const notify = ({ userId }: SignedIn, notification = signIn('192.0.2.7')) =>
  holdall.services.transact((trx) => holdall.services.notifications.notify(trx, userId, notification))
const list = async (user: SignedIn, query = '') => (await user.get(`/api/notifications${query}`)).body
const descriptions = async (user: SignedIn, query = '') =>
  (await list(user, query)).data.map(
    ({ attributes }: { attributes: { description: string } }) => /from (\S+)\./.exec(attributes.description)?.[1],
  )
const idsOf = async (user: SignedIn): Promise<string[]> => (await list(user)).data.map(({ id }: { id: string }) => id)

test('are refused without a session', async () => {
  const visitor = holdall.visitor()
  for (const { status, body } of [
    await visitor.get('/api/notifications'),
    await visitor.post('/api/notifications/read'),
    await visitor.delete('/api/notifications'),
    await visitor.delete('/api/notifications/01890000-0000-7000-8000-000000000000'),
  ]) {
    expect([status, body.code]).toEqual([401, 'unauthenticated'])
  }
})

test('of another user are not found, not read and not deleted', async () => {
  const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
  await notify(ann)
  const [id] = await idsOf(ann)
  expect((await bob.delete(`/api/notifications/${id}`)).status).toBe(404)
  expect((await bob.delete('/api/notifications/nonsense')).status).toBe(404)
  expect((await bob.post('/api/notifications/read', { ids: [id] })).status).toBe(204)
  expect((await bob.post('/api/notifications/read')).status).toBe(204)
  expect((await bob.delete('/api/notifications')).status).toBe(204)
  expect(await list(bob)).toMatchObject({ data: [], meta: { unread: 0, paginate: { total: 0, from: null } } })
  expect((await list(ann)).meta.unread).toBe(1)
})

test('of another version of the server do not keep the list or the account from being shown', async () => {
  const ann = await holdall.signUp()
  await notify(ann, signIn('192.0.2.1'))
  await notify(ann, signIn('192.0.2.2'))
  const [changed] = await idsOf(ann)
  const shownAfter = async (row: { message_values?: string; action?: string; title?: string }) => {
    await holdall.services.db.updateTable('notifications').set(row).where('id', '=', changed!).execute()
    const { status, body } = await ann.get('/api/user')
    expect(status).toBe(200)
    const shown: string[] = await descriptions(ann)
    expect(body.data.relationships.unreadNotifications.data).toHaveLength(shown.length)
    return shown
  }
  expect(await shownAfter({ action: '{"type":"later"}' })).toEqual(['192.0.2.2', '192.0.2.1'])
  expect((await list(ann)).data[0].attributes.action).toBeNull()
  expect(await shownAfter({ message_values: '{}' })).toEqual(['192.0.2.1'])
  expect(await shownAfter({ message_values: '{"device":{}}' })).toEqual(['192.0.2.1'])
  expect(await shownAfter({ title: 'notification.of_a_later_version' })).toEqual(['192.0.2.1'])
})

test('are resources with the fields of the specification, the newest first, by page', async () => {
  const ann = await holdall.signUp()
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await notify(ann, signIn(address))
  const { data, meta } = await list(ann, '?page=1&per_page=2')
  expect(data[0]).toEqual({
    id: expect.any(String),
    type: 'notification',
    attributes: {
      category: 'security',
      title: 'New sign-in',
      description:
        'Firefox on Linux signed in to your account from 192.0.2.3. If that wasn’t you, change your password.',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      read_at: null,
      action: { type: 'route', params: { route: 'Security', id: null, button: 'Show devices' } },
    },
  })
  expect(meta).toEqual({
    unread: 3,
    paginate: { currentPage: 1, lastPage: 2, perPage: 2, from: 1, to: 2, total: 3 },
  })
  expect(await descriptions(ann, '?per_page=2')).toEqual(['192.0.2.3', '192.0.2.2'])
  expect(await descriptions(ann, '?page=2&per_page=2')).toEqual(['192.0.2.1'])
  expect(await descriptions(ann, '?page=3&per_page=2')).toEqual([])
  expect((await ann.get('/api/notifications?page=x')).status).toBe(422)
})

test('may lead to an address of the web or of this origin, and to no other', async () => {
  const ann = await holdall.signUp()
  const withUrl = (url: string): NewNotification => ({
    category: 'gift',
    title: 'notification.password_changed.title',
    description: 'notification.password_changed.description',
    action: { type: 'url', params: { url, target: 'blank', button: 'notification.show_devices' } },
  })
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/\\evil.example', '']) {
    await expect(notify(ann, withUrl(url))).rejects.toThrow('url')
  }
  await notify(ann, withUrl('https://example.com/gift'))
  await notify(ann, { ...signIn('x'), action: { type: 'invitation', params: { id: ann.userId } } })
  const { data } = await list(ann)
  expect(data.map(({ attributes }: { attributes: { action: object } }) => attributes.action)).toEqual([
    { type: 'invitation', params: { id: ann.userId } },
    { type: 'url', params: { url: 'https://example.com/gift', target: 'blank', button: 'Show devices' } },
  ])
})

test('are in the language of the account, else of the browser, and in another one as soon as that is chosen', async () => {
  const ann = await holdall.signUp()
  await notify(ann)
  const title = async () => (await list(ann)).data[0].attributes.title
  const withUser = async () =>
    (await ann.get('/api/user')).body.data.relationships.unreadNotifications.data[0].attributes.title
  expect(await title()).toBe('New sign-in')
  ann.cookies.set('holdall_locale', 'de')
  expect([await title(), await withUser()]).toEqual(['Neue Anmeldung', 'Neue Anmeldung'])
  await ann.patch('/api/user/settings', { name: 'locale', value: 'ar' })
  expect([await title(), await withUser()]).toEqual(['تسجيل دخول جديد', 'تسجيل دخول جديد'])
})

test('come with the user, read and unread ones apart, the newest twenty of each', async () => {
  const ann = await holdall.signUp()
  for (let n = 0; n < 22; n++) await notify(ann, signIn(`192.0.2.${n}`))
  const counts = async () => {
    const { readNotifications, unreadNotifications } = (await ann.get('/api/user')).body.data.relationships
    return [readNotifications.data.length, unreadNotifications.data.length]
  }
  expect(await counts()).toEqual([0, 20])
  const [newest, second] = await idsOf(ann)
  expect((await ann.post('/api/notifications/read', { ids: [newest, second] })).status).toBe(204)
  expect(await counts()).toEqual([2, 20])
  const { relationships } = (await ann.get('/api/user')).body.data
  expect(relationships.readNotifications.data[0]).toMatchObject({
    id: newest,
    type: 'notification',
    attributes: { read_at: expect.any(String) },
  })
})

test('are marked as read, all of them without a body, and keep the time at which they were read first', async () => {
  const ann = await holdall.signUp()
  await notify(ann)
  for (const ids of [[], ['x'], 'all']) expect((await ann.post('/api/notifications/read', { ids })).status).toBe(422)
  expect((await list(ann)).meta.unread).toBe(1)
  expect((await ann.post('/api/notifications/read')).status).toBe(204)
  const { data, meta } = await list(ann)
  expect([meta.unread, data[0].attributes.read_at]).toEqual([0, expect.any(String)])
  holdall.clock.advance(1000)
  await ann.post('/api/notifications/read')
  expect((await list(ann)).data[0].attributes.read_at).toBe(data[0].attributes.read_at)
})

test('are deleted one by one and all at once, by POST with _method too', async () => {
  const ann = await holdall.signUp()
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await notify(ann, signIn(address))
  const [newest, second] = await idsOf(ann)
  expect((await ann.delete(`/api/notifications/${newest}`)).status).toBe(204)
  expect((await ann.delete(`/api/notifications/${newest}`)).status).toBe(404)
  expect((await ann.post(`/api/notifications/${second}`, { _method: 'delete' })).status).toBe(204)
  expect(await descriptions(ann)).toEqual(['192.0.2.1'])
  expect((await ann.delete('/api/notifications')).status).toBe(204)
  expect((await ann.delete('/api/notifications')).status).toBe(204)
  expect(await descriptions(ann)).toEqual([])
})

test('are bounded: a new one replaces the oldest that was read, else the oldest', async () => {
  const ann = await holdall.signUp()
  const { db, notifications, transact } = holdall.services
  await transact(async (trx) => {
    for (let n = 0; n < MAX_NOTIFICATIONS; n++) await notifications.notify(trx, ann.userId, signIn(`a${n}`))
  })
  const all = async () => [...(await descriptions(ann, '?per_page=200'))].reverse()
  const third = (await list(ann, '?per_page=200')).data.at(-3).id
  await ann.post('/api/notifications/read', { ids: [third] })
  const rows = () => db.selectFrom('notifications').select('id').where('user_id', '=', ann.userId).execute()
  const notifyAndTrim = async (address: string) => {
    await notify(ann, signIn(address))
    await until(async () => (await rows()).length === MAX_NOTIFICATIONS && (await all()).at(-1) === address)
  }
  await notifyAndTrim('b0')
  expect((await all()).slice(0, 3)).toEqual(['a0', 'a1', 'a3'])
  await notifyAndTrim('b1')
  expect((await all()).slice(0, 3)).toEqual(['a1', 'a3', 'a4'])
})

test('about security are replaced after all others', async () => {
  const ann = await holdall.signUp()
  const { db, notifications, transact } = holdall.services
  await notify(ann, signIn('kept'))
  holdall.clock.advance(1)
  const received = { ...signIn('other'), category: 'file-request' as const }
  await transact(async (trx) => {
    for (let n = 0; n < MAX_NOTIFICATIONS; n++) await notifications.notify(trx, ann.userId, received)
  })
  const rows = () => db.selectFrom('notifications').select('id').where('user_id', '=', ann.userId).execute()
  await until(async () => (await rows()).length === MAX_NOTIFICATIONS)
  expect((await descriptions(ann, '?per_page=200')).at(-1)).toBe('kept')
})

test('are deleted after the days of the setting, and with their user', async () => {
  const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
  const { db, jobs, settings } = holdall.services
  await notify(ann)
  await settings.set('notifications.days', 10)
  holdall.clock.advance(9 * day)
  await notify(bob)
  await jobs.runDue()
  expect(await descriptions(ann)).toHaveLength(1)
  holdall.clock.advance(1.5 * day)
  await jobs.runDue()
  expect([await descriptions(ann), await descriptions(bob)]).toEqual([[], ['192.0.2.7']])

  await db.updateTable('users').set({ deleted_at: holdall.clock.now() }).where('id', '=', bob.userId).execute()
  await notify(bob, signIn('deleted'))
  const rows = () => db.selectFrom('notifications').select('id').where('user_id', '=', bob.userId).execute()
  expect(await rows()).toHaveLength(1)
  await db.deleteFrom('notifications').where('user_id', '=', bob.userId).execute()
})

test('whose messages this version does not have are left out', async () => {
  const ann = await holdall.signUp()
  await notify(ann)
  await notify(ann)
  const [newest] = await idsOf(ann)
  const { db } = holdall.services
  await db.updateTable('notifications').set({ title: 'notification.removed' }).where('id', '=', newest!).execute()
  expect((await list(ann)).data).toHaveLength(1)
  expect((await ann.get('/api/user')).body.data.relationships.unreadNotifications.data).toHaveLength(1)
})

test('are published once they are committed, in the language of the user, and not after a rollback', async () => {
  const ann = await holdall.signUp()
  await ann.patch('/api/user/settings', { name: 'locale', value: 'de' })
  const published: [string, string][] = []
  const notifications = createNotifications({
    ...holdall.services,
    published: (userId, { attributes }) => void published.push([userId, attributes.title]),
  })
  const { transact } = holdall.services
  await expect(
    transact(async (trx) => {
      await notifications.notify(trx, ann.userId, signIn('x'))
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await transact(async (trx) => {
    await notifications.notify(trx, ann.userId, signIn('x'))
    expect(published).toEqual([])
  })
  await until(() => published.length > 0)
  expect(published).toEqual([[ann.userId, 'Neue Anmeldung']])
  expect(await idsOf(ann)).toHaveLength(1)
})
