import { file, folder, shareLink } from '../../testing/file-requests.ts'
import { png } from '../../testing/pictures.ts'
import { createFixture, type Fixture } from '../../testing/section-builds.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

const publicUrl = 'https://files.example'

let fixture: Fixture
let holdall: TestApp
let ann: SignedIn
beforeAll(async () => {
  fixture = createFixture()
  holdall = await testApp({ builds: fixture.builds, config: { publicUrl } })
})
afterAll(async () => {
  await holdall.close()
  fixture.remove()
})
beforeEach(async () => void (ann = await holdall.signUp({ name: 'Ann' })))

const tokenOf = (id: string, more: object = {}): Promise<string> => shareLink(ann, id, more)

const pageOf = (token: string, client = holdall.visitor()) =>
  client.get(`/share/${token}/files`, { accept: 'text/html', 'user-agent': 'facebookexternalhit/1.1' })
async function tagsOf(token: string) {
  const { status, raw } = await pageOf(token)
  expect(status).toBe(200)
  return [...raw.body.matchAll(/<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)" \/>/g)].map(
    ([, name, content]) => [name, content],
  )
}

const generic = [
  ['og:type', 'website'],
  ['og:site_name', 'Holdall'],
  ['og:title', 'Holdall'],
  ['og:description', 'Files and folders shared with Holdall.'],
  ['twitter:card', 'summary'],
]

test('links with a password, ended, suspended, of a deleted account, unknown and malformed have the same page, which tells nothing', async () => {
  const { id } = await file(ann, 'Secret plans.png', await png())
  await holdall.services.jobs.runDue()
  const locked = await tokenOf(id, { isPassword: true, password: 'secret' })
  const [expired, revoked] = [await tokenOf(await folder(ann, 'b')), await tokenOf(await folder(ann, 'c'))]
  const bob = await holdall.signUp()
  const ofDeleted = await shareLink(bob, await folder(bob, 'e'))
  await holdall.services.db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', bob.userId).execute()
  const trashed = await folder(ann, 'd')
  const suspended = await tokenOf(trashed)
  await holdall.services.db.updateTable('shares').set({ expires_at: 1 }).where('token', '=', expired).execute()
  await ann.delete('/api/share/revoke', { tokens: [revoked] })
  await ann.post('/api/remove', { items: [{ id: trashed }] })
  const answers = []
  for (const token of [locked, expired, revoked, suspended, ofDeleted, 'x'.repeat(22), 'x', '%00', id]) {
    expect(await tagsOf(token)).toEqual(generic)
    const { raw } = await pageOf(token)
    const { date: _date, ...headers } = raw.headers
    answers.push({ status: raw.statusCode, headers, body: raw.body })
  }
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(answers[0]!.body).not.toMatch(/Secret|Ann|\.png/)

  // Unlocked in this browser, the page is still the one that crawlers get.
  const visitor = holdall.visitor()
  await visitor.post(`/api/sharing/authenticate/${locked}`, { password: 'secret' })
  expect((await pageOf(locked, visitor)).raw.body).toBe(answers[0]!.body)
})

test('a folder has its name and owner, and a page that has no link has none of these', async () => {
  const token = await tokenOf(await folder(ann, 'Press kit', await folder(ann, 'private above')))
  expect(await tagsOf(token)).toEqual([
    ['og:type', 'website'],
    ['og:site_name', 'Holdall'],
    ['og:title', 'Press kit'],
    ['og:description', 'Folder shared by Ann'],
    ['twitter:card', 'summary'],
  ])
  expect((await pageOf(token)).raw.body).not.toContain('private above')
  const { raw } = await holdall.visitor().get('/sign-in', { accept: 'text/html' })
  expect(raw.body).not.toContain('og:')
})

test('a picture has its thumbnail, at an absolute address that opens without cookies, until the link ends', async () => {
  const { id } = await file(ann, 'a.png', await png())
  const token = await tokenOf(id)
  expect((await tagsOf(token)).map(([name]) => name)).not.toContain('og:image')
  await holdall.services.jobs.runDue()
  const tags = Object.fromEntries(await tagsOf(token))
  expect(tags).toMatchObject({ 'og:title': 'a.png', 'twitter:card': 'summary_large_image' })
  const address = new URL(tags['og:image']!.replaceAll('&amp;', '&'))
  expect(address.origin).toBe(publicUrl)
  const image = await holdall.visitor().get(address.pathname + address.search)
  expect([image.status, image.raw.headers['content-type']]).toEqual([200, 'image/webp'])
  await ann.patch(`/api/share/${token}`, { protected: true, password: 'secret' })
  expect((await holdall.visitor().get(address.pathname + address.search)).body.code).toBe('share-locked')
  expect(await tagsOf(token)).toEqual(generic)
})

test('without a public address a picture has no image', async () => {
  const app = await testApp({ builds: fixture.builds })
  try {
    const owner = await app.signUp()
    const { id } = await file(owner, 'a.png', await png())
    await app.services.jobs.runDue()
    const token = await shareLink(owner, id)
    const { raw } = await app.visitor().get(`/share/${token}/files`, { accept: 'text/html', host: 'evil.example' })
    expect(raw.body).toContain('og:title')
    expect(raw.body).not.toMatch(/og:image|evil/)
  } finally {
    await app.close()
  }
})

test('hostile names and owners are escaped', async () => {
  const bob = await holdall.signUp({ name: `"/><script>alert('bob')</script>{{boot}}` })
  const id = await folder(bob, `"><script>alert(1)<!-- {{boot}} {kind} & '`)
  const token = await shareLink(bob, id)
  const { body } = (await pageOf(token)).raw
  expect(body).not.toMatch(/<script>alert|"\/><script/)
  expect(body).toContain('content="&quot;&gt;&lt;script&gt;alert(1)&lt;!-- {{boot}} {kind} &amp; &#39;"')
  expect(body.match(/id="holdall-boot"/g)).toHaveLength(1)
})
