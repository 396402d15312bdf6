import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setupKeyHeader } from '@holdall/api'
import { hugePng } from '../../testing/huge-png.ts'
import { png } from '../../testing/pictures.ts'
import { restartableServer, type TestServer } from '../../testing/restartable.ts'
import { type SetupAnswer, setupRequests } from '../../testing/setup-requests.ts'

let server: TestServer
beforeAll(async () => void (server = await restartableServer()))
afterAll(() => server.close())
const { call, post, values } = setupRequests(() => server)

describe('images', () => {
  function send(name: string, bytes: Buffer | string): Promise<SetupAnswer> {
    const form = new FormData()
    form.append('image', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), 'image')
    return post(`/images/${name}`, form)
  }
  const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`

  test('are stored in the format of their use, served, and removed', async () => {
    for (const [name, mime] of [
      ['logo', 'image/webp'],
      ['touch_icon', 'image/png'],
      ['favicon', 'image/png'],
      ['og_image', 'image/jpeg'],
    ] as const) {
      const { status, body } = await send(name, await png(800, 600))
      expect([name, status]).toEqual([name, 200])
      const image = await fetch(`${server.origin}${body.data.attributes.url}`)
      expect([image.status, image.headers.get('content-type')]).toEqual([200, mime])
    }
    expect((await send('logo', svg('<rect/>'))).status).toBe(200)
    expect((await call('DELETE', '/images/logo')).status).toBe(204)
    expect((await values()).images).toMatchObject({ logo: null, favicon: expect.any(String) as string })
  })

  const refusedImages: readonly (readonly [string, string, () => Buffer | string, string])[] = [
    ['a bomb', 'logo', () => hugePng(30_000, 30_000), 'image-too-large'],
    ['a text', 'logo', () => 'words', 'bad-image'],
    ['a damaged PNG', 'logo', () => Buffer.from('89504e470d0a1a0a00000000', 'hex'), 'bad-image'],
    ['an SVG with a script', 'logo', () => svg('<script>alert(1)</script>'), 'bad-image'],
    ['an SVG with a handler', 'logo', () => svg('<rect onload = "alert(1)"/>'), 'bad-image'],
    ['an SVG with entities', 'logo', () => `<!DOCTYPE svg [<!ENTITY a "aa">]>${svg('&a;')}`, 'bad-image'],
    ['an SVG with a document type', 'logo', () => `<!DOCTYPE svg SYSTEM "svg.dtd">${svg('')}`, 'bad-image'],
    ['an SVG for phones', 'touch_icon', () => svg('<rect/>'), 'bad-image'],
    ['more than 2 MB', 'logo', () => Buffer.alloc(2_200_000), 'too-large'],
  ]
  test.each(refusedImages)('%s is refused', async (_what, name, bytes, code) => {
    const before = (await values()).images
    expect((await send(name, bytes())).body.code).toBe(code)
    expect((await values()).images).toEqual(before)
  })

  test('of a caller without the key are not received', async () => {
    const answer = await fetch(`${server.origin}/api/setup/images/logo`, {
      method: 'POST',
      headers: { [setupKeyHeader]: 'wrong', 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b--',
    })
    expect(answer.status).toBe(403)
  })

  test('that the environment decides are neither replaced nor removed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'holdall-images-'))
    try {
      const path = join(folder, 'logo.svg')
      writeFileSync(path, svg('<rect/>'))
      await server.close()
      server = await restartableServer({ env: { HOLDALL_LOGO: path } })
      const { logo } = (await values()).images
      for (const answer of [await send('logo', svg('<circle/>')), await call('DELETE', '/images/logo')])
        expect([answer.status, answer.body?.code]).toEqual([409, 'setup-locked'])
      expect((await values()).images.logo).toBe(logo)
      expect(logo).not.toBeNull()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
