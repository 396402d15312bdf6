import { appImageNames } from '@holdall/api'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../infrastructure/config/config.ts'
import { settingsTtlMs } from '../../infrastructure/settings/settings.ts'
import { runCommand, variablesOf } from '../../testing/command-line.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { repository } from '../frontend/frontend.ts'

let app: TestApp
let folder: string
beforeEach(async () => {
  app = await testApp({ builds: repository })
  folder = mkdtempSync(join(tmpdir(), 'holdall-logo-'))
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const svg = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100, 1)])
const webp = Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), Buffer.alloc(100, 1)])

function file(name: string, bytes: string | Buffer): string {
  writeFileSync(join(folder, name), bytes)
  return join(folder, name)
}
const holdall = (...args: readonly string[]) =>
  runCommand(['settings', ...args], { env: variablesOf(app.services.config) })
async function logo(): Promise<string | null> {
  app.clock.advance(settingsTtlMs)
  return (await app.visitor().get('/api/config')).body.logo as string | null
}

test.each([
  ['an SVG', 'logo.svg', svg, 'image/svg+xml'],
  ['a PNG', 'logo.txt', png, 'image/png'],
  ['a WebP', 'logo', webp, 'image/webp'],
])(
  '%s is shown to everybody, at an address of its own, and cannot execute anything',
  async (_what, name, bytes, mime) => {
    expect(await logo()).toBeNull()
    expect(await holdall('set', 'app.logo', file(name, bytes))).toMatchObject({ code: 0, err: '' })
    rmSync(join(folder, name))
    const url = (await logo())!
    const { raw } = await app.visitor().get(url)
    expect(raw.statusCode).toBe(200)
    expect(raw.rawPayload).toEqual(Buffer.from(bytes))
    expect(raw.headers).toMatchObject({
      'content-type': mime,
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none';/) as string,
    })
    expect((await holdall('get', 'app.logo')).out).toBe(`${mime}, 0.1 kB`)
  },
)

test('another image has another address, and without one there is no logo', async () => {
  await holdall('set', 'app.logo', file('a.png', png))
  const before = (await logo())!
  await holdall('set', 'app.logo', file('b.svg', svg))
  const after = (await logo())!
  expect(after).not.toBe(before)
  expect((await app.visitor().get(before)).status).toBe(404)
  expect((await holdall('unset', 'app.logo')).out).toContain('back to its default, none.')
  expect(await logo()).toBeNull()
  expect((await app.visitor().get(after)).status).toBe(404)
})

test.each([
  ['a page', 'logo.svg', '<!doctype html><html><body><svg></svg></body></html>'],
  ['a text', 'logo.png', 'PNG'],
  ['more than 256 kB', 'logo.png', Buffer.concat([png, Buffer.alloc(256_000)])],
  ['an empty file', 'logo.svg', ''],
])('%s is refused', async (_what, name, bytes) => {
  expect(await holdall('set', 'app.logo', file(name, bytes))).toMatchObject({
    code: 1,
    err: 'app.logo must be the path of an SVG, PNG or WebP image of up to 256 kB, or none.',
  })
  expect((await holdall('set', 'app.logo', folder)).code).toBe(1)
  expect((await holdall('set', 'app.logo', join(folder, 'missing.png'))).code).toBe(1)
  expect(await logo()).toBeNull()
})

test('the environment names the file of the logo, too', () => {
  const env = { HOLDALL_DATA_DIR: folder, HOLDALL_LOGO: file('a.png', png) }
  expect(readConfig(env).settings.values['app.logo']).toBe(`data:image/png;base64,${png.toString('base64')}`)
  expect(() => readConfig({ ...env, HOLDALL_LOGO: file('b', 'text') })).toThrow(
    'HOLDALL_LOGO must be the path of an SVG, PNG or WebP image of up to 256 kB, or none.',
  )
})

test('every page has the icons and the description, and the configuration the other logos', async () => {
  const installed = await testApp({ builds: repository, config: { publicUrl: 'https://files.example.com' } })
  const { settings } = installed.services
  for (const name of appImageNames) {
    const value = `data:image/png;base64,${Buffer.concat([png, Buffer.from(name)]).toString('base64')}`
    await settings.set(`app.${name}`, value)
  }
  await settings.set('app.description', 'Files of the "choir" <b>')
  const { body } = await installed.visitor().get('/api/config')
  const shown = [body.logo, body.logos.dark, body.logos.horizontal, body.logos.horizontalDark]
  expect(new Set(shown).size).toBe(4)
  for (const url of shown) expect((await installed.visitor().get(url)).status).toBe(200)
  expect(body.description).toBe('Files of the "choir" <b>')

  const page = (await installed.visitor().get('/sign-in', { accept: 'text/html' })).raw.body
  const [, favicon] = /<link rel="icon" type="image\/png" href="(\/logo\/\w{16})" \/>/.exec(page)!
  const [, touchIcon] = /<link rel="apple-touch-icon" type="image\/png" href="(\/logo\/\w{16})" \/>/.exec(page)!
  const [, preview] = /<meta property="og:image" content="https:\/\/files\.example\.com(\/logo\/\w{16})" \/>/.exec(
    page,
  )!
  for (const [url, name] of [
    [favicon, 'favicon'],
    [touchIcon, 'touch_icon'],
    [preview, 'og_image'],
  ] as const) {
    expect((await installed.visitor().get(url!)).raw.rawPayload.subarray(png.length).toString()).toBe(name)
  }
  expect(page).toContain('<meta name="description" content="Files of the &quot;choir&quot; &lt;b&gt;" />')
  expect(page).toContain('<meta property="og:description" content="Files of the &quot;choir&quot; &lt;b&gt;" />')
  await installed.close()
})

test('an SVG is no touch icon and no preview image', async () => {
  for (const [name, hint] of [
    ['touch_icon', 'the path of a PNG image'],
    ['og_image', 'the path of a PNG, JPEG or WebP image'],
  ] as const) {
    expect((await holdall('set', `app.${name}`, file('a.svg', svg))).err).toContain(`app.${name} must be ${hint}`)
    expect((await holdall('set', `app.${name}`, file('a.png', png))).code).toBe(0)
  }
})
