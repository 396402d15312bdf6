import { MAX_OPEN_UPLOAD_REQUESTS } from '@holdall/api'
import { day, hour } from '../../infrastructure/clock.ts'
import type { Client } from '../../testing/client.ts'
import { expectCountersToMatchRows, folder, names } from '../../testing/file-requests.ts'
import { listed, requestedNames, sendTo, uploaded, uploadRequest } from '../../testing/requested-files.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
let visitor: Client
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => {
  ann = await holdall.signUp()
  visitor = holdall.visitor()
})
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const show = async (token: string) => {
  const { status, body } = await visitor.get(`/api/file-request/${token}`)
  return status === 200 ? body.data.attributes.status : body.code
}
const browse = async (token: string) => (await visitor.get(`/api/file-request/${token}/browse/all`)).body.code
const act = (client: Client, token: string, what: 'close' | 'renew') =>
  client.post(`/api/file-request/${token}/${what}`)

describe('refuses', () => {
  test('the folder of somebody else, a file, and one in the trash', async () => {
    const bob = await holdall.signUp()
    const [theirs, trashed] = [await folder(bob, 'theirs'), await folder(ann, 'trashed')]
    await ann.post('/api/remove', { items: [{ id: trashed }] })
    for (const folder_id of [theirs, trashed]) {
      expect((await ann.post('/api/file-request', { folder_id })).body.code).toBe('not-found')
    }
    expect((await ann.get('/api/file-request')).body.data).toEqual([])
  })

  test.each([
    [{ name: 'a/b' }, 'bad-name'],
    [{ name: '..' }, 'bad-name'],
    [{ name: 'x'.repeat(2000) }, 'validation'],
    [{ notes: 'x'.repeat(1001) }, 'validation'],
    [{ notes: 'a\u202eb' }, 'validation'],
    [{ notes: 'a\u0007b' }, 'validation'],
    [{ email: 'nobody' }, 'validation'],
    // This installation sends no mail.
    [{ email: 'sam@example.com' }, 'validation'],
  ])('%j: %s', async (body, code) => {
    expect((await ann.post('/api/file-request', body)).body.code).toBe(code)
    expect((await ann.get('/api/file-request')).body.data).toEqual([])
  })

  test('the request of somebody else', async () => {
    const { token } = await uploadRequest(ann)
    const bob = await holdall.signUp()
    for (const what of ['close', 'renew'] as const) expect((await act(bob, token, what)).status).toBe(404)
    expect((await bob.get('/api/file-request')).body.data).toEqual([])
    expect(await show(token)).toBe('active')
  })

  test('more open requests than one user may have', async () => {
    const { token } = await uploadRequest(ann)
    const { db } = holdall.services
    const row = await db.selectFrom('upload_requests').selectAll().where('token', '=', token).executeTakeFirstOrThrow()
    const more = Array.from({ length: MAX_OPEN_UPLOAD_REQUESTS - 1 }, (_, n) => ({
      ...row,
      // One without an end date is open too.
      closes_at: n % 2 === 0 ? null : row.closes_at,
      id: `${row.id}${n}`,
      token: `${row.token}${n}`,
    }))
    await db.insertInto('upload_requests').values(more).execute()
    expect((await ann.post('/api/file-request', {})).body.code).toBe('too-many-upload-requests')
    await act(ann, token, 'close')
    const { token: newest } = await uploadRequest(ann)
    expect((await act(ann, token, 'renew')).body.code).toBe('too-many-upload-requests')
    expect((await act(ann, newest, 'renew')).status).toBe(200)
  })

  test('an account from which uploads or folders were taken', async () => {
    const { token } = await uploadRequest(ann)
    const { db } = holdall.services
    const take = (flags: object) => db.updateTable('users').set(flags).where('id', '=', ann.userId).execute()
    await take({ folder_restricted: 1 })
    expect((await ann.post('/api/file-request', {})).body.code).toBe('create-folder-restricted')
    expect((await act(ann, token, 'renew')).body.code).toBe('create-folder-restricted')
    expect(await show(token)).toBe('owner-restricted')
    await take({ folder_restricted: 0, upload_restricted: 1 })
    expect((await ann.post('/api/file-request', {})).body.code).toBe('upload-restricted')
    expect([await show(token), await browse(token)]).toEqual(['owner-restricted', 'owner-restricted'])
    await take({ upload_restricted: 0 })
    expect(await show(token)).toBe('active')
  })
})

test('a request has what was entered, a link, and no folder before the first upload', async () => {
  const above = await folder(ann, 'Clients')
  const notes = ' Please add\r\nall of March. '
  const { attributes } = await uploadRequest(ann, { folder_id: above, name: ' Receipts ', notes })
  expect(attributes).toMatchObject({
    status: 'active',
    name: 'Receipts',
    notes: 'Please add\nall of March.',
    email: null,
    parent_id: above,
    parent_name: 'Clients',
    folder_id: null,
    suspended: false,
    files_received: 0,
    last_upload_at: null,
    closes_when_idle: false,
    ended_at: null,
    ended_by: null,
    link: `/request/${attributes.token}/upload`,
  })
  expect(attributes.token).toMatch(/^[\w-]{22}$/)
  expect(Date.parse(attributes.closes_at) - Date.parse(attributes.created_at)).toBe(7 * day)
  expect(await names(ann, above)).toEqual([])
})

test('without a name, the folder is named after the day in the language of the owner', async () => {
  await ann.patch('/api/user/settings', { name: 'locale', value: 'de' })
  const { token, attributes } = await uploadRequest(ann, { name: '', notes: '', email: '' })
  expect(attributes).toMatchObject({ notes: null, email: null, parent_id: null, parent_name: null })
  expect(attributes.name).toMatch(/^Upload-Anfrage vom \d{2}\.\d{2}\.\d{4}$/)
  await uploaded(visitor, token, 'a.txt')
  expect(await names(ann)).toEqual([attributes.name])
})

test('the list is the owner’s, the newest first, page by page', async () => {
  for (const name of ['first', 'second', 'third']) await uploadRequest(ann, { name })
  await uploadRequest(await holdall.signUp(), { name: 'theirs' })
  const page = async (query: string) => {
    const { body } = await ann.get(`/api/file-request?${query}`)
    return [body.data.map((one: { attributes: { name: string } }) => one.attributes.name), body.meta.paginate.total]
  }
  expect(await page('')).toEqual([['third', 'second', 'first'], 3])
  expect(await page('per_page=2&page=2')).toEqual([['first'], 3])
  expect(await page('page=9')).toEqual([[], 3])
})

test('closing ends a request for visitors at once; closing it again changes nothing', async () => {
  const { token } = await uploadRequest(ann)
  const { body } = await act(ann, token, 'close')
  expect(body.data.attributes).toMatchObject({ status: 'filled', ended_by: 'owner', closes_at: null })
  expect([await show(token), await browse(token)]).toEqual(['filled', 'upload-request-closed'])
  expect((await sendTo(visitor, token, 'a.txt', 'x')).body).toMatchObject({ code: 'upload-request-closed' })
  holdall.clock.advance(hour)
  expect((await act(ann, token, 'close')).body).toEqual(body)
  expect(await names(ann)).toEqual([])
})

describe('renewing', () => {
  test('opens the same link and the same folder again', async () => {
    const { token } = await uploadRequest(ann, { name: 'Receipts' })
    await uploaded(visitor, token, 'a.txt')
    const { folder_id: before } = (await act(ann, token, 'close')).body.data.attributes
    holdall.clock.advance(5 * day)
    const { attributes } = (await act(ann, token, 'renew')).body.data
    expect(attributes).toMatchObject({ status: 'active', ended_at: null, ended_by: null, folder_id: before })
    expect(Date.parse(attributes.closes_at)).toBe(holdall.clock.now() + 7 * day)
    expect(await requestedNames(visitor, token)).toEqual(['a.txt'])
    await uploaded(visitor, token, 'b.txt')
    expect(await names(ann, before)).toEqual(['a.txt', 'b.txt'])
    expect(await show(token)).toBe('filling')
  })

  test('an open one gives it more time and does not change its status', async () => {
    const { token } = await uploadRequest(ann, { closes_when_idle: true })
    await uploaded(visitor, token, 'a.txt')
    holdall.clock.advance(2 * hour)
    const { attributes } = (await act(ann, token, 'renew')).body.data
    expect(attributes).toMatchObject({ status: 'filling' })
    holdall.clock.advance(71 * hour)
    expect(await show(token)).toBe('filling')
  })

  test.each(['in the trash', 'deleted for good'])('where the folder is %s makes a new one', async (where) => {
    const above = await folder(ann, 'above')
    const { token } = await uploadRequest(ann, { folder_id: above, name: 'Receipts' })
    await uploaded(visitor, token, 'a.txt')
    const { folder_id: before } = await listed(ann, token)
    await ann.post('/api/remove', { items: [{ id: before, force_delete: where !== 'in the trash' }] })
    expect(await show(token)).toBe('filled')
    await act(ann, token, 'renew')
    await uploaded(visitor, token, 'b.txt')
    expect(await requestedNames(visitor, token)).toEqual(['b.txt'])
    const { folder_id: after } = await listed(ann, token)
    expect([after === before, await names(ann, above)]).toEqual([false, ['Receipts']])
  })

  test('where the folder above was deleted for good makes one at the top', async () => {
    const above = await folder(ann, 'above')
    const { token } = await uploadRequest(ann, { folder_id: above, name: 'Receipts' })
    await ann.post('/api/remove', { items: [{ id: above, force_delete: true }] })
    expect([await show(token), await browse(token)]).toEqual(['filled', 'upload-request-closed'])
    expect(await listed(ann, token)).toMatchObject({ status: 'filled', ended_by: 'folder-removed', parent_id: null })
    await act(ann, token, 'renew')
    await uploaded(visitor, token, 'a.txt')
    expect(await names(ann)).toEqual(['Receipts'])
  })
})

describe('a folder in the trash', () => {
  test.each(['the folder of the request', 'the folder above'])(
    'suspends its request until it is restored: %s',
    async (which) => {
      const above = await folder(ann, 'above')
      const { token } = await uploadRequest(ann, { folder_id: above })
      await uploaded(visitor, token, 'a.txt')
      const id = which === 'the folder above' ? above : (await listed(ann, token)).folder_id
      await ann.post('/api/remove', { items: [{ id }] })
      expect([await show(token), await browse(token)]).toEqual(['filled', 'upload-request-closed'])
      expect(await listed(ann, token)).toMatchObject({ status: 'filling', suspended: true, folder_id: null })
      await ann.post('/api/trash/restore', { items: [{ id }] })
      expect(await requestedNames(visitor, token)).toEqual(['a.txt'])
      expect(await listed(ann, token)).toMatchObject({ suspended: false })
    },
  )

  test('before the first upload suspends it too', async () => {
    const above = await folder(ann, 'above')
    const { token } = await uploadRequest(ann, { folder_id: above })
    await ann.post('/api/remove', { items: [{ id: above }] })
    expect([await show(token), await browse(token)]).toEqual(['filled', 'upload-request-closed'])
    expect((await sendTo(visitor, token, 'a.txt', 'x')).body.code).toBe('upload-request-closed')
  })
})

test('a deleted account has no requests', async () => {
  const { token } = await uploadRequest(ann)
  const { db, clock } = holdall.services
  await db.updateTable('users').set({ deleted_at: clock.now() }).where('id', '=', ann.userId).execute()
  expect([await show(token), await browse(token)]).toEqual(['not-found', 'not-found'])
})
