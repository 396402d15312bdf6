import type { Client } from '../../testing/client.ts'
import { createFixture, type Fixture } from '../../testing/section-builds.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

const publicUrl = 'https://files.example'
const paths = ['/', '/contact-us', '/page/:slug']

let fixture: Fixture
let holdall: TestApp
beforeEach(async () => {
  fixture = createFixture()
  const routes = paths.map((path) => ({ path, access: 'anyone' as const, titleKey: 'title' }))
  fixture.builtIn({ id: 'setup', routes })
  holdall = await testApp({ builds: fixture.builds, config: { publicUrl } })
  const { settings } = holdall.services
  await settings.set('app.name', 'Attic')
  await settings.set('homepage.header_title', 'Our files')
  await settings.set('homepage.header_description', 'Files of the choir')
})
afterEach(async () => {
  await holdall.close()
  fixture.remove()
})

async function headOf(path: string, client: Client = holdall.visitor()) {
  const { status, raw } = await client.get(path, { accept: 'text/html' })
  const head = raw.body.slice(0, raw.body.indexOf('<script type="application/json"'))
  const found = (pattern: RegExp) => pattern.exec(head)?.[1] ?? null
  return {
    status,
    title: found(/<title>([^<]*)<\/title>/),
    ogTitle: found(/property="og:title" content="([^"]*)"/),
    description: found(/property="og:description" content="([^"]*)"/),
    address: found(/property="og:url" content="([^"]*)"/),
    canonical: found(/rel="canonical" href="([^"]*)"/),
  }
}
const nothing = { title: 'Attic', ogTitle: null, description: null, address: null, canonical: null }

test('the head of the homepage is served where the operator allows the homepage, to the signed-in too', async () => {
  expect(await headOf('/')).toEqual({ status: 200, ...nothing })
  await holdall.services.settings.set('app.homepage', true)
  const address = `${publicUrl}/`
  for (const client of [holdall.visitor(), await holdall.signUp()]) {
    expect(await headOf('/?utm_source=x', client)).toEqual({
      status: 200,
      title: 'Our files – Attic',
      ogTitle: 'Our files',
      description: 'Files of the choir',
      address,
      canonical: address,
    })
  }
})

test('a page of the operator is named in its head and in the footer until it is hidden', async () => {
  const slugs = async () =>
    ((await holdall.visitor().get('/api/config')).body.pages as { slug: string }[]).map(({ slug }) => slug)
  const address = `${publicUrl}/page/privacy-policy`
  expect(await headOf('/page/privacy-policy')).toMatchObject({
    status: 200,
    title: 'Privacy policy – Attic',
    address,
    canonical: address,
  })
  expect(await slugs()).toContain('privacy-policy')
  const hidden = { slug: 'privacy-policy', title: 'Secret', content: 'Secret', is_visible: 0, updated_at: 1 } as const
  await holdall.services.db.insertInto('pages').values(hidden).execute()
  expect(await headOf('/page/privacy-policy')).toEqual({ status: 404, ...nothing })
  expect(await slugs()).not.toContain('privacy-policy')
})

test('without a public address, pages name none', async () => {
  const app = await testApp({ builds: fixture.builds })
  try {
    const head = await headOf('/contact-us', app.visitor())
    expect(head).toMatchObject({ status: 200, title: 'Contact – Holdall', address: null, canonical: null })
  } finally {
    await app.close()
  }
})

test('the name of the installation and the title of the operator are text in the head', async () => {
  const { settings } = holdall.services
  await settings.set('app.homepage', true)
  await settings.set('app.name', 'Attic "files" <b>')
  await settings.set('homepage.header_title', 'Ours & "yours" <i>')
  expect(await headOf('/')).toMatchObject({
    title: 'Ours &amp; &quot;yours&quot; &lt;i&gt; – Attic &quot;files&quot; &lt;b&gt;',
    ogTitle: 'Ours &amp; &quot;yours&quot; &lt;i&gt;',
  })
  expect(await headOf('/page/privacy-policy')).toMatchObject({
    title: 'Privacy policy – Attic &quot;files&quot; &lt;b&gt;',
    description: expect.stringContaining('which personal data Attic &quot;files&quot; &lt;b&gt;'),
  })
})
