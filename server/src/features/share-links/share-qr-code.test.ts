import decodeQR from 'qr/decode.js'
import { file } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

/** What a camera reads in the SVG. */
function scanned(svg: string): string {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)![1])
  const SCALE = 6
  const width = size * SCALE
  const pixels = new Uint8Array(width * width * 4).fill(255)
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++) {
      const from = (row * width + Number(x) * SCALE) * 4
      for (let at = from; at < from + Number(length) * SCALE * 4; at += 4) pixels.fill(0, at, at + 3)
    }
  }
  return decodeQR({ width, height: width, data: pixels })
}

async function linked(app: TestApp): Promise<{ user: SignedIn; token: string }> {
  const user = await app.signUp()
  const { body } = await user.post('/api/share', { id: (await file(user, 'a.txt')).id })
  return { user, token: body.data.attributes.token }
}

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

describe('refuses', () => {
  test('the link of somebody else and an unknown one', async () => {
    const { token } = await linked(holdall)
    const bob = await holdall.signUp()
    const query = '?origin=https://files.example'
    expect((await bob.get(`/api/share/${token}/qr${query}`)).status).toBe(404)
    expect((await bob.get(`/api/share/${'x'.repeat(22)}/qr${query}`)).status).toBe(404)
    expect((await holdall.visitor().get(`/api/share/${token}/qr${query}`)).status).toBe(401)
  })

  test.each([
    '',
    'x',
    'javascript:alert(1)',
    'https://a.example/path',
    'https://user@a.example',
    'https://a.example?x',
  ])('the origin %j', async (origin) => {
    const { user, token } = await linked(holdall)
    const { body } = await user.get(`/api/share/${token}/qr?origin=${encodeURIComponent(origin)}`)
    expect(body).toMatchObject({ code: 'validation', errors: { origin: [expect.any(String)] } })
    expect((await user.get(`/api/share/${token}/qr`)).body).toMatchObject({ code: 'validation' })
  })
})

test('leads to the link', async () => {
  const { user, token } = await linked(holdall)
  const { status, body } = await user.get(`/api/share/${token}/qr?origin=http://192.168.0.2:3000`)
  expect([status, body.data.type]).toEqual([200, 'qr-code'])
  const { svg } = body.data.attributes
  expect(svg).toMatch(/^<svg [^<]*><path fill="#fff" [^<]*\/><path d="[\dMhvHz ]+"\/><\/svg>$/)
  expect(scanned(svg)).toBe(`http://192.168.0.2:3000/share/${token}`)
})

test('the public address comes before the one that the caller names', async () => {
  const app = await testApp({ config: { publicUrl: 'https://files.example' } })
  try {
    const { user, token } = await linked(app)
    for (const query of ['', '?origin=https://evil.example']) {
      const { body } = await user.get(`/api/share/${token}/qr${query}`)
      expect(scanned(body.data.attributes.svg)).toBe(`https://files.example/share/${token}`)
    }
  } finally {
    await app.close()
  }
})
