import { hour, minute } from '../../infrastructure/clock.ts'
import { file, folder, shareLink } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { addressOf, type Holder } from './content-urls.ts'

const urlOf = (entry: { attributes: { file_url: string } }) => entry.attributes.file_url
const pathOf = (url: string) => {
  const { pathname, search } = new URL(url, 'http://x')
  return pathname + search
}
/** Advances the clock to one second after a multiple of `step`. */
function toStart({ clock }: TestApp, step: number) {
  clock.advance(step - (clock.now() % step) + 1000)
}
const listed = async (client: SignedIn) => urlOf((await client.get('/api/browse/folders/all')).body.data[0])

test('an address stays the same for hours, so that browsers cache by it, and opens for as long again', async () => {
  const holdall = await testApp()
  const ann = await holdall.signUp()
  await file(ann, 'a', 'abc')
  toStart(holdall, 6 * hour)
  const url = await listed(ann)
  holdall.clock.advance(6 * hour - minute)
  expect(await listed(ann)).toBe(url)
  holdall.clock.advance(2 * minute)
  expect(await listed(ann)).not.toBe(url)
  holdall.clock.advance(6 * hour - 2 * minute)
  expect((await ann.get(url)).status).toBe(200)
  holdall.clock.advance(minute)
  expect((await ann.get(url)).status).toBe(404)
  await holdall.close()
})

test('the address of replaced content does not open the new content', async () => {
  const holdall = await testApp()
  const ann = await holdall.signUp()
  const before = urlOf(await file(ann, 'a.txt', 'old'))
  const after = urlOf(await file(ann, 'a.txt', 'new', { replace: 1 }))
  expect((await ann.get(before)).status).toBe(404)
  expect((await ann.get(after)).raw.body).toBe('new')
  await holdall.close()
})

test('a locked link says that it is locked, and opens its addresses with its password', async () => {
  const holdall = await testApp()
  const ann = await holdall.signUp()
  const id = await folder(ann, 'f')
  await file(ann, 'a', 'abc', { parent_id: id })
  const token = await shareLink(ann, id, { isPassword: true, password: 'secret' })
  const visitor = holdall.visitor()
  await visitor.post(`/api/sharing/authenticate/${token}`, { password: 'secret' })
  const url = urlOf((await visitor.get(`/api/sharing/folders/all/${token}`)).body.data[0])
  expect((await visitor.get(url)).raw.body).toBe('abc')
  const { status, body } = await holdall.visitor().get(url)
  expect([status, body.code]).toEqual([403, 'share-locked'])
  await holdall.close()
})

describe('with a content origin', () => {
  const content = { host: 'content.example.com' }
  const app = { host: 'app.example.com' }
  let holdall: TestApp
  let ann: SignedIn
  beforeAll(async () => {
    holdall = await testApp({
      config: { publicUrl: 'https://app.example.com', contentUrl: 'https://content.example.com' },
    })
  })
  afterAll(() => holdall.close())
  beforeEach(async () => void (ann = await holdall.signUp()))

  test('an address stays the same for five minutes and opens for five more', async () => {
    await file(ann, 'a', 'abc')
    toStart(holdall, 5 * minute)
    const url = await listed(ann)
    holdall.clock.advance(4 * minute)
    expect(await listed(ann)).toBe(url)
    holdall.clock.advance(2 * minute)
    expect(await listed(ann)).not.toBe(url)
    holdall.clock.advance(3 * minute)
    expect((await holdall.visitor().get(pathOf(url), content)).status).toBe(200)
    holdall.clock.advance(minute)
    expect((await holdall.visitor().get(pathOf(url), content)).status).toBe(404)
  })

  test('on the app’s own origin the session is required, as without a content origin', async () => {
    const path = pathOf(urlOf(await file(ann, 'a', 'abc')))
    expect((await ann.get(path, app)).raw.body).toBe('abc')
    expect((await holdall.visitor().get(path, app)).status).toBe(404)
    expect((await (await holdall.signUp()).get(path, app)).status).toBe(404)
  })

  test('an address of a locked link opens there without its cookie, and not on the app’s own origin', async () => {
    const id = await folder(ann, 'f')
    await file(ann, 'a', 'abc', { parent_id: id })
    const token = await shareLink(ann, id, { isPassword: true, password: 'secret' })
    const visitor = holdall.visitor()
    await visitor.post(`/api/sharing/authenticate/${token}`, { password: 'secret' })
    const path = pathOf(urlOf((await visitor.get(`/api/sharing/folders/all/${token}`)).body.data[0]))
    expect((await holdall.visitor().get(path, content)).raw.body).toBe('abc')
    expect((await holdall.visitor().get(path, app)).body.code).toBe('share-locked')
    expect((await visitor.get(path, app)).raw.body).toBe('abc')
  })

  test('an address made before there was a content origin does not open there: it names neither session nor state', async () => {
    const id = await folder(ann, 'f')
    const entry = await file(ann, 'a', 'abc', { parent_id: id })
    const token = await shareLink(ann, id)
    const before = { ...holdall.services, config: { ...holdall.services.config, contentUrl: null } }
    const holders: Holder[] = [
      { kind: 'user', id: ann.userId, sessionId: 'any' },
      { kind: 'share', token, grantVersion: 1 },
    ]
    for (const holder of holders) {
      const path = addressOf(before, holder, { id: entry.id, version: 1 })
      expect((await ann.get(path, content)).status).toBe(404)
      expect((await ann.get(path, app)).raw.body).toBe('abc')
    }
  })

  test('an address that names the session of another user does not open', async () => {
    const entry = await file(ann, 'a', 'abc')
    const bob = await holdall.signUp()
    const session = await holdall.services.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', bob.userId)
      .executeTakeFirstOrThrow()
    const holder = { kind: 'user', id: ann.userId, sessionId: session.id } as const
    const url = addressOf(holdall.services, holder, { id: entry.id, version: 1 })
    expect((await holdall.visitor().get(pathOf(url), content)).status).toBe(404)
  })
})
