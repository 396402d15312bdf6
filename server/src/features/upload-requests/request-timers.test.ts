import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { day, hour, minute } from '../../infrastructure/clock.ts'
import type { Client } from '../../testing/client.ts'
import { expectCountersToMatchRows, folder } from '../../testing/file-requests.ts'
import { listed, newUploadId, requestedFolder, sendTo, uploaded, uploadRequest } from '../../testing/requested-files.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

const mails: Mail[] = []
let holdall: TestApp
let ann: SignedIn
let visitor: Client
beforeAll(async () => {
  holdall = await testApp({
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
  })
})
afterAll(() => holdall.close())
let people = 0
beforeEach(async () => {
  await holdall.services.jobs.runDue()
  mails.length = 0
  ann = await holdall.signUp({ name: 'Ann Example', email: `ann${++people}@example.com` })
  visitor = holdall.visitor()
})
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const later = async (ms: number) => {
  holdall.clock.advance(ms)
  await holdall.services.jobs.runDue()
  await holdall.services.jobs.runDue()
}
const show = async (token: string) => (await visitor.get(`/api/file-request/${token}`)).body.data.attributes.status
const browse = async (token: string) => (await visitor.get(`/api/file-request/${token}/browse/all`)).body.code
const finish = (token: string) => visitor.delete(`/api/file-request/${token}`)
const notifications = async (user: SignedIn) => {
  const { body } = await user.get('/api/notifications')
  return body.data.map(({ attributes }: { attributes: object }) => attributes)
}
const subjects = () => mails.map(({ to, subject }) => [to, subject])

/** A request that closes when nobody uploads. */
const idleRequest = (body: object = {}) => uploadRequest(ann, { ...body, closes_when_idle: true })

describe('a request without an upload', () => {
  test('expires after 72 hours, to the second, and notifies the owner', async () => {
    const { token } = await idleRequest({ name: 'Receipts' })
    await later(72 * hour - minute)
    expect(await show(token)).toBe('active')
    // Before the job has run.
    holdall.clock.advance(minute)
    expect([await show(token), await browse(token)]).toEqual(['expired', 'upload-request-expired'])
    expect((await finish(token)).body.code).toBe('upload-request-expired')
    expect((await listed(ann, token)).status).toBe('expired')
    await later(hour)
    expect(await listed(ann, token)).toMatchObject({ status: 'expired', ended_by: 'unused' })
    expect(await notifications(ann)).toMatchObject([
      { category: 'file-request', title: 'Your upload request has expired', action: null },
    ])
    expect(subjects()).toEqual([[ann.email, 'Your upload request “Receipts” has expired']])
    await later(day)
    expect(mails).toHaveLength(1)
  })

  test('is deleted from the list 90 days after its end, and what came through it stays', async () => {
    const { token } = await uploadRequest(ann)
    const { id } = await uploaded(visitor, token, 'a.txt')
    await ann.post(`/api/file-request/${token}/close`)
    await later(89 * day)
    expect(await show(token)).toBe('filled')
    await later(2 * day)
    expect((await visitor.get(`/api/file-request/${token}`)).body.code).toBe('not-found')
    const { db } = holdall.services
    const kept = db.selectFrom('entries').select(['name', 'trash_root_id']).where('id', '=', id)
    expect(await kept.execute()).toEqual([{ name: 'a.txt', trash_root_id: null }])
  })
})

describe('a request with uploads', () => {
  test('is filled 3 hours after the last one, and the owner gets its folder', async () => {
    const { token } = await idleRequest({ name: 'Receipts' })
    await uploaded(visitor, token, 'a.txt')
    await later(2 * hour)
    await uploaded(visitor, token, 'b.txt')
    await later(3 * hour - minute)
    expect(await show(token)).toBe('filling')
    await later(10 * minute)
    const { folder_id } = await listed(ann, token)
    expect(await listed(ann, token)).toMatchObject({ status: 'filled', ended_by: 'idle', files_received: 2 })
    expect([await show(token), await browse(token)]).toEqual(['filled', 'upload-request-closed'])
    expect(await notifications(ann)).toMatchObject([
      {
        category: 'file-request',
        title: 'Your upload request is complete',
        description: '2 files were uploaded to “Receipts”.',
        action: { type: 'route', params: { route: 'Files', id: folder_id, button: 'Show folder' } },
      },
    ])
    expect(subjects()).toEqual([[ann.email, 'Your upload request “Receipts” is complete']])
    expect(mails[0]?.action?.link).toBe(`https://files.example/platform/files/${folder_id}`)
  })

  test('stays open while a long upload sends chunks, and a folder counts as use', async () => {
    const { token } = await idleRequest()
    await requestedFolder(visitor, token, 'March')
    expect(await show(token)).toBe('filling')
    const upload_id = newUploadId()
    for (let offset = 0; offset < 4; offset++) {
      await later(2 * hour)
      const { status } = await sendTo(visitor, token, 'long.bin', 'x', { upload_id, size: 4, offset })
      expect(status).toBe(offset < 3 ? 200 : 201)
    }
    expect(await listed(ann, token)).toMatchObject({ status: 'filling', files_received: 1 })
  })

  test('ends with its unfinished uploads: their quota is free', async () => {
    const { token } = await idleRequest()
    await uploaded(visitor, token, 'a.txt')
    await sendTo(visitor, token, 'b.txt', 'half', { size: 8 })
    await later(4 * hour)
    const { db } = holdall.services
    const left = db.selectFrom('uploads').select('upload_id').where('owner_id', '=', ann.userId)
    expect(await left.where('status', '=', 'receiving').execute()).toEqual([])
  })
})

describe('“I’m done”', () => {
  test('ends a request once, and tells the owner in the owner’s language', async () => {
    await ann.patch('/api/user/settings', { name: 'locale', value: 'de' })
    const { token } = await uploadRequest(ann, { name: 'Belege' })
    await uploaded(visitor, token, 'a.txt')
    const { status, body } = await finish(token)
    expect([status, body.data.attributes.status, body.data.relationships.folder]).toEqual([200, 'filled', null])
    expect((await finish(token)).body.code).toBe('upload-request-closed')
    await later(day)
    expect(await listed(ann, token)).toMatchObject({ ended_by: 'visitor' })
    expect(await notifications(ann)).toMatchObject([{ title: 'Ihre Upload-Anfrage ist abgeschlossen' }])
    expect(subjects()).toEqual([[ann.email, 'Ihre Upload-Anfrage „Belege“ ist abgeschlossen']])
    expect(mails[0]?.text).toContain('wurde 1 Datei hochgeladen')
  })

  test('said twice at once is heard once', async () => {
    const { token } = await uploadRequest(ann)
    const answers = await Promise.all([finish(token), finish(token), finish(token)])
    expect(answers.map(({ status }) => String(status)).sort()).toEqual(['200', '410', '410'])
    await later(0)
    expect(mails).toHaveLength(1)
  })
})

test('closing by the owner tells nobody, nor does deleting the folder for good', async () => {
  const above = await folder(ann, 'above')
  const [closed, removed] = [await uploadRequest(ann), await uploadRequest(ann, { folder_id: above })]
  await ann.post(`/api/file-request/${closed.token}/close`)
  await ann.post('/api/remove', { items: [{ id: above, force_delete: true }] })
  await later(hour)
  const { db } = holdall.services
  const row = db.selectFrom('upload_requests').select(['status', 'ended_by']).where('token', '=', removed.token)
  expect(await row.executeTakeFirst()).toEqual({ status: 'filled', ended_by: 'folder-removed' })
  expect([await notifications(ann), mails]).toEqual([[], []])
})

describe('the mail with the link', () => {
  test('goes to the address that was entered, with the note, in the language of the owner', async () => {
    const notes = 'All of March, please.\n\nThank you!'
    const { token } = await uploadRequest(ann, { name: 'Receipts', notes, email: 'Sam@Example.com' })
    await later(0)
    expect(mails).toMatchObject([
      {
        to: 'sam@example.com',
        subject: `Ann Example (${ann.email}) asks you for files on Holdall`,
        action: { link: `https://files.example/request/${token}/upload`, label: 'Upload files' },
      },
    ])
    expect(mails[0]?.text).toContain(notes)
    expect((await listed(ann, token)).email).toBe('sam@example.com')
  })

  test.each(['Look at www.evil.example', 'https://evil', 'mail me@evil'])(
    'does not repeat a note that leads elsewhere: %s',
    async (notes) => {
      await uploadRequest(ann, { name: 'evil.example', notes, email: 'sam@example.com' })
      await later(0)
      expect(mails[0]?.text).not.toContain('evil')
    },
  )

  test('is not sent for a request that was closed before', async () => {
    const { token } = await uploadRequest(ann, { email: 'sam@example.com' })
    await ann.post(`/api/file-request/${token}/close`)
    await later(0)
    expect(mails).toEqual([])
  })

  test('comes with a notification where a user has this address; the answer does not tell', async () => {
    const bob = await holdall.signUp({ name: 'Bob' })
    const known = await uploadRequest(ann, { name: 'Receipts', email: bob.email })
    const unknown = await uploadRequest(ann, { name: 'Receipts', email: 'nobody@example.com' })
    expect(Object.keys(known.attributes)).toEqual(Object.keys(unknown.attributes))
    expect(await notifications(bob)).toMatchObject([
      {
        category: 'file-request',
        title: 'Ann Example asks you for files',
        action: { type: 'url', params: { url: `/request/${known.token}/upload`, target: null } },
      },
    ])
  })

  test('is throttled with the other mails of the user', async () => {
    const { throttle } = holdall.services
    await throttle.begin('share-mail', [{ kind: 'account', value: ann.userId }], 100)
    const { status, body } = await ann.post('/api/file-request', { email: 'sam@example.com' })
    expect([status, body.code]).toEqual([429, 'throttled'])
    expect((await ann.post('/api/file-request', {})).status).toBe(201)
  })
})
