import { addressOf, thumbnailAddressesOf } from '../features/entries/content-urls.ts'
import { file, folder, shareLink } from '../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../testing/test-app.ts'
import { saveRestrictions, type RestrictionRow } from './restriction.store.ts'
import { restrictionsOf } from './restrictions.ts'

let holdall: TestApp
let ann: SignedIn
let people = 0
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => {
  ann = await holdall.signUp({ email: `ann${++people}@example.com` })
})

const nothing: RestrictionRow = {
  upload_restricted: 0,
  download_restricted: 0,
  folder_restricted: 0,
  team_folder_restricted: 0,
  invitation_restricted: 0,
  restriction_reason: null,
}
const restrict = (row: Partial<RestrictionRow>) =>
  holdall.services.transact((trx) => saveRestrictions(trx, ann.email, { ...nothing, ...row }, holdall.clock.now()))
const refused = (code: string, message: string = expect.any(String)) => ({ status: 403, body: { code, message } })
const names = async () =>
  (await ann.get('/api/browse/folders/all')).body.data.map(
    (entry: { attributes: { name: string } }) => entry.attributes.name,
  )
const whole = (name: string, fields: Record<string, string> = {}) =>
  ann.raw('/api/upload', { name, ...fields }, Buffer.from('text'))
const chunk = (fields: Record<string, string | number>) =>
  ann.raw('/api/upload/chunks', { upload_id: 'an-upload-id', name: 'half.txt', ...fields }, Buffer.from('text'))

describe('an account that may not upload', () => {
  test('sends no file and no chunk, copies nothing, and gets the reason', async () => {
    const { id } = await file(ann, 'before.txt')
    expect((await chunk({ offset: 0, size: 8 })).status).toBe(200)
    await restrict({ upload_restricted: 1, restriction_reason: 'An invoice is unpaid.' })
    const told = refused('upload-restricted', 'An invoice is unpaid.')
    expect(await whole('new.txt')).toMatchObject(told)
    expect(await chunk({ offset: 4, size: 8 })).toMatchObject(told)
    expect(await ann.get('/api/upload/an-upload-id')).toMatchObject(told)
    expect(await ann.post('/api/copy', { items: [{ id }], to_id: null })).toMatchObject(told)
    expect(await names()).toEqual(['before.txt'])

    // What takes no storage is allowed, and an upload that was begun can be cancelled.
    expect((await ann.delete('/api/upload/an-upload-id')).status).toBe(204)
    expect((await ann.post('/api/create-folder', { name: 'F', parent_id: null })).status).toBe(201)
    expect((await ann.post('/api/remove', { items: [{ id }] })).status).toBe(200)
    expect((await ann.post('/api/trash/restore', { items: [{ id }] })).status).toBe(200)

    await restrict({})
    expect((await whole('new.txt')).status).toBe(201)
  })

  test('lets the server fetch nothing for it', async () => {
    const start = () => ann.post('/api/upload/remote', { urls: ['https://files.example/a'] })
    const begun = await start()
    expect(begun.status).toBe(201)
    await restrict({ upload_restricted: 1, restriction_reason: 'An invoice is unpaid.' })
    expect(await start()).toMatchObject(refused('upload-restricted', 'An invoice is unpaid.'))
    // What was begun before is listed, is not fetched any more, and can be removed.
    await holdall.services.jobs.runDue()
    const [{ attributes }] = (await ann.get('/api/upload/remote')).body.data
    expect(attributes).toMatchObject({ status: 'finished', files: [{ status: 'failed', reason: 'upload-restricted' }] })
    expect((await ann.delete(`/api/upload/remote/${begun.body.data.id}`)).status).toBe(204)
  })

  test('is told a general reason in its language where the administrator has given none', async () => {
    await restrict({ upload_restricted: 1 })
    await ann.patch('/api/user/settings', { name: 'locale', value: 'de' })
    ann.cookies.set('holdall_locale', 'de')
    const sentence = 'Ihr Konto ist eingeschränkt. Wenden Sie sich an Ihren Administrator.'
    expect(await whole('new.txt')).toMatchObject(refused('upload-restricted', sentence))
    expect((await ann.get('/api/user')).body.data.meta.restrictions.reason).toBe(sentence)
  })

  test('has no link by which its visitors upload or create folders', async () => {
    const visitor = holdall.visitor()
    const token = await shareLink(ann, await folder(ann, 'shared'), { permission: 'editor' })
    const send = (upload: string) =>
      visitor.raw(
        `/api/sharing/upload${upload}/${token}`,
        { name: 'a.txt', upload_id: 'u'.repeat(22) },
        Buffer.from('a'),
      )
    await restrict({ upload_restricted: 1, restriction_reason: 'An invoice is unpaid.' })
    for (const answer of [await send(''), await send('/chunks')]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'upload-restricted' } })
      expect(answer.body.message).not.toContain('invoice')
    }
    await restrict({ folder_restricted: 1 })
    const made = await visitor.post(`/api/sharing/create-folder/${token}`, { name: 'F', parent_id: null })
    expect(made).toMatchObject(refused('create-folder-restricted'))
    expect((await send('')).status).toBe(201)
  })

  test('is refused before the bytes of a form are received', async () => {
    await restrict({ upload_restricted: 1 })
    const { status, body } = await ann.request({
      method: 'POST',
      url: '/api/upload',
      // No form at all: it is not read.
      payload: 'nonsense',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect([status, body.code]).toEqual([403, 'upload-restricted'])
  })
})

describe('an account that may not create folders', () => {
  test('creates none: by itself, by the path of an upload, or by copying one', async () => {
    const folderId = await folder(ann, 'Folder')
    const { id } = await file(ann, 'a.txt')
    await restrict({ folder_restricted: 1 })
    const told = refused('create-folder-restricted')
    expect(await ann.post('/api/create-folder', { name: 'New', parent_id: null })).toMatchObject(told)
    expect(await whole('b.txt', { path: '/New/b.txt' })).toMatchObject(told)
    expect(await chunk({ path: '/New/half.txt', offset: 0, size: 4 })).toMatchObject(told)
    expect(await ann.post('/api/copy', { items: [{ id }, { id: folderId }], to_id: null })).toMatchObject(told)
    expect(await ann.post('/api/copy', { all: true, parent_id: null, except: [], to_id: folderId })).toMatchObject(told)
    expect(await names()).toEqual(['Folder', 'a.txt'])

    expect((await whole('b.txt', { path: '/b.txt' })).status).toBe(201)
    expect((await ann.post('/api/copy', { items: [{ id }], to_id: folderId })).status).toBe(200)
    expect((await ann.post('/api/copy', { all: true, parent_id: folderId, except: [], to_id: null })).status).toBe(200)
  })
})

describe('an account that may not download', () => {
  test('gets no bytes and no zip, and still sees its files', async () => {
    const { id } = await file(ann, 'a.txt', 'text')
    const { body } = await ann.get('/api/browse/folders/all')
    const address: string = body.data[0].attributes.file_url
    const prepared = await ann.post('/api/zip', { items: [{ id: await folder(ann, 'F') }] })
    await restrict({ download_restricted: 1, restriction_reason: 'An invoice is unpaid.' })
    const told = refused('download-restricted', 'An invoice is unpaid.')
    expect(await ann.get(address)).toMatchObject(told)
    expect((await ann.request({ method: 'HEAD', url: address })).status).toBe(403)
    expect(await ann.get(`/api/zip?items=${id}`)).toMatchObject(told)
    expect(await ann.post('/api/zip', { items: [{ id }] })).toMatchObject(told)
    expect(await ann.get(prepared.body.data.attributes.url)).toMatchObject(told)
    // Its thumbnails are not refused: there is none of a text.
    const holder = { kind: 'user', id: ann.userId, sessionId: 'none' } as const
    const { xs } = thumbnailAddressesOf(holdall.services, holder, { id, version: 1 }, new Set(['xs']))
    expect((await ann.get(xs)).body.code).toBe('not-found')
    expect(await names()).toEqual(['F', 'a.txt'])
    // Of somebody else's file it is not told more than before.
    const bob = await holdall.signUp()
    const foreign = addressOf(holdall.services, holder, { id: (await file(bob, 'b.txt')).id, version: 1 })
    expect((await bob.get(foreign)).body.code).toBe('not-found')

    await restrict({})
    expect((await ann.get(address)).raw.payload).toBe('text')
    expect((await ann.get(prepared.body.data.attributes.url)).status).toBe(200)
  })

  test('has no links that open, and visitors are not told why', async () => {
    const { id } = await file(ann, 'a.txt', 'text')
    const token = await shareLink(ann, id)
    const visitor = holdall.visitor()
    const address: string = (await visitor.get(`/api/sharing/file/${token}`)).body.data.attributes.file_url
    await restrict({ download_restricted: 1, restriction_reason: 'An invoice is unpaid.' })
    const told = refused('owner-restricted', 'This link isn’t available right now.')
    for (const path of [`/api/sharing/${token}`, `/api/sharing/file/${token}`, address]) {
      expect(await visitor.get(path)).toMatchObject(told)
    }
    // Its owner still manages it.
    expect((await ann.get('/api/browse/share')).body.data).toHaveLength(1)
    await restrict({ upload_restricted: 1 })
    expect((await visitor.get(address)).raw.payload).toBe('text')
  })
})

test('a full storage takes uploads only, and is the cause that is told after an administrator’s', () => {
  const full = { used: 5, capacity: 5 }
  expect(restrictionsOf(nothing, { used: 4, capacity: 5 })).toMatchObject({ canUpload: true, cause: null })
  expect(restrictionsOf(nothing, { used: 5, capacity: null })).toMatchObject({ canUpload: true, cause: null })
  expect(restrictionsOf(nothing, full)).toEqual({
    canUpload: false,
    canDownload: true,
    canCreateFolder: true,
    canCreateTeamFolder: true,
    canInviteTeamMembers: true,
    cause: 'storage',
    reason: null,
  })
  const both = restrictionsOf({ ...nothing, folder_restricted: 1, restriction_reason: 'Because.' }, full)
  expect(both).toMatchObject({ canUpload: false, canCreateFolder: false, cause: 'administrator', reason: 'Because.' })
})
