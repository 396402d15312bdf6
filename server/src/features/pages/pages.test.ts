import type { Answer } from '../../testing/client.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { pageSlugs } from './default-page.ts'

let holdall: TestApp
beforeEach(async () => {
  holdall = await testApp()
})
afterEach(() => holdall.close())

const edit = (slug: string, own: { title?: string; content?: string; is_visible?: 0 | 1 }) =>
  holdall.services.db
    .insertInto('pages')
    .values({
      slug,
      title: own.title ?? null,
      content: own.content ?? null,
      is_visible: own.is_visible ?? 1,
      updated_at: 1,
    })
    .execute()
const page = async (slug: string, headers: Record<string, string> = {}) =>
  holdall.visitor().get(`/api/page/${slug}`, headers)

test.each(['unknown', 'constructor', '..', '%2e%2e', 'privacy-policy%00', 'Privacy-Policy'])(
  '%s is not found',
  async (slug) => {
    expect((await page(slug)).body.code).toBe('not-found')
  },
)

test('a page that the operator has hidden is not found', async () => {
  await edit('privacy-policy', { is_visible: 0, content: 'secret' })
  expect((await page('privacy-policy')).body.code).toBe('not-found')
  expect((await page('cookie-policy')).status).toBe(200)
})

test.each(pageSlugs)('%s has a text in every language, with the name of the installation', async (slug) => {
  await holdall.services.settings.set('app.name', 'A [B](javascript:x) {contact}')
  const texts = []
  for (const locale of ['en-US', 'de', 'ar']) {
    const { status, body } = await page(slug, { cookie: `holdall_locale=${locale}` })
    expect(status).toBe(200)
    const json = JSON.stringify(body.data.attributes)
    expect(json).toContain('A [B](javascript:x) {contact}')
    expect(json).not.toMatch(/\{name\}|"href":"javascript/)
    texts.push(json)
  }
  expect(new Set(texts).size).toBe(3)
})

test('is in the language of the account, else of the browser, else of the installation', async () => {
  await holdall.services.settings.set('app.locale', 'ar')
  const titleFor = async (answer: Promise<Answer>): Promise<unknown> => (await answer).body.data.attributes.title
  expect(await titleFor(page('privacy-policy'))).toBe('سياسة الخصوصية')
  expect(await titleFor(page('privacy-policy', { cookie: 'holdall_locale=de' }))).toBe('Datenschutzerklärung')
  const user = await holdall.signUp()
  await user.patch('/api/user/settings', { name: 'locale', value: 'en-US' })
  expect(await titleFor(user.get('/api/page/privacy-policy'))).toBe('Privacy policy')
})

test('the operator’s text takes the place of the product’s, in every language', async () => {
  await edit('cookie-policy', {
    title: 'Cookies & co',
    content: 'No cookies at **{name}**. <img src=x onerror=alert(1)>',
  })
  const { body } = await page('cookie-policy', { cookie: 'holdall_locale=de' })
  expect(body.data.attributes).toEqual({
    slug: 'cookie-policy',
    title: 'Cookies & co',
    content_formatted: [
      {
        kind: 'paragraph',
        line: [
          { text: 'No cookies at ' },
          { text: 'Holdall', style: ['bold'] },
          { text: '. ' },
          { text: '<img src=x onerror=alert(1)>' },
        ],
      },
    ],
  })
})

test('names the contact of the operator, where there is one', async () => {
  const contactIn = async () => JSON.stringify((await page('terms-of-service')).body.data.attributes.content_formatted)
  expect(await contactIn()).toContain('the operator of Holdall')
  await holdall.services.settings.set('app.contact_email', 'help@example.com')
  expect(await contactIn()).toContain('{"text":"help@example.com","href":"mailto:help@example.com"}')
})
