import type { Client } from '../../testing/client.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp()
})
afterAll(() => holdall.close())

async function page(client: Client) {
  const { raw } = await client.get('/sign-in', { accept: 'text/html' })
  return { text: raw.body, cache: raw.headers['cache-control'] }
}

describe('the page', () => {
  test('has no user for a visitor', async () => {
    const { text, cache } = await page(holdall.visitor())
    expect(text).not.toContain('"user":{')
    expect(cache).toBe('private, no-cache')
  })

  test('has the user for a signed-in caller, and is not cached', async () => {
    const { text, cache } = await page(await holdall.signUp({ name: 'Maya Lindqvist' }))
    expect(text).toContain('Maya Lindqvist')
    expect(cache).toContain('no-store')
  })

  test.each([
    ['', '<html lang="en-US" dir="ltr"'],
    ['de', '<html lang="de" dir="ltr"'],
    ['"><script>', '<html lang="en-US" dir="ltr"'],
  ])('is in the language %s that was chosen in the browser, if it is valid', async (locale, html) => {
    const cookie = `holdall_locale=${encodeURIComponent(locale)}`
    const { raw } = await holdall.visitor().get('/sign-in', { accept: 'text/html', cookie })
    expect(raw.body).toContain(html)
  })

  test('is in the language of the account, whatever the browser chose before', async () => {
    const user = await holdall.signUp()
    await user.patch('/api/user/settings', { name: 'locale', value: 'de' })
    const { text } = await page(user)
    expect(text).toContain('<html lang="de"')
    expect((await user.get('/api/config')).body.locale).toBe('de')
  })

  test('is in the default language when the stored one is no longer valid', async () => {
    const user = await holdall.signUp()
    const { db } = holdall.services
    await db.updateTable('user_settings').set({ locale: 'de-12' }).where('user_id', '=', user.userId).execute()
    expect((await user.get('/api/config')).body.locale).toBe('en-US')
  })

  test('contains the operator’s edited messages', async () => {
    await holdall.services.settings.set('translations', { 'en-US': { greeting: 'Ahoy </script>' } })
    const { text } = await page(holdall.visitor())
    expect(text).toContain('Ahoy \\u003c/script>')
  })
})
