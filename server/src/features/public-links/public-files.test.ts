import type { Client } from '../../testing/client.ts'
import { file, folder, put, shareLink } from '../../testing/file-requests.ts'
import { picture, png } from '../../testing/pictures.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
let visitor: Client
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => {
  ann = await holdall.signUp()
  visitor = holdall.visitor()
})

const tokenOf = (id: string, more: object = {}): Promise<string> => shareLink(ann, id, more)
const linkTo = async (name: string, bytes: Buffer | string = 'text', more: object = {}) =>
  tokenOf((await file(ann, name, bytes)).id, more)

const direct = (token: string) => `/share/${token}/direct`
const embed = (token: string) => `/share/${token}/embed`

/** A link of each kind that neither address opens. */
async function closedLinks(): Promise<readonly (readonly [string, number, string])[]> {
  const [locked, expired, revoked] = [
    await linkTo('a', 'x', { isPassword: true, password: 'secret' }),
    await linkTo('b'),
    await linkTo('c'),
  ]
  await visitor.post(`/api/sharing/authenticate/${locked}`, { password: 'secret' })
  await holdall.services.db.updateTable('shares').set({ expires_at: 1 }).where('token', '=', expired).execute()
  await ann.delete('/api/share/revoke', { tokens: [revoked] })
  const { id } = await file(ann, 'd')
  const trashed = await tokenOf(id)
  await ann.post('/api/remove', { items: [{ id }] })
  return [
    // This visitor has unlocked it.
    [locked, 403, 'share-locked'],
    [expired, 410, 'share-expired'],
    [revoked, 410, 'share-revoked'],
    [trashed, 404, 'not-found'],
    [await tokenOf(await folder(ann, 'e')), 404, 'not-found'],
    ['x'.repeat(22), 404, 'not-found'],
    [id, 404, 'not-found'],
    ['x', 404, 'not-found'],
  ]
}

describe('the direct address', () => {
  test('answers as the page of the link where it has a password, even unlocked, has ended, is of a folder or unknown', async () => {
    for (const [token, status, code] of await closedLinks()) {
      const { status: answered, body, raw } = await visitor.get(direct(token))
      expect([token, answered, body.code]).toEqual([token, status, code])
      expect(raw.headers.location).toBeUndefined()
    }
  })

  test('leads to the bytes, without cookies, with their headers, ranges, and as a download where that is requested', async () => {
    const token = await linkTo('Notes "1".txt', 'some text')
    const { status, raw } = await visitor.get(direct(token))
    expect([status, raw.headers['cache-control'], raw.cookies]).toEqual([302, 'private, no-store', []])
    const content = await holdall.visitor().get(String(raw.headers.location))
    expect([content.status, content.raw.body]).toEqual([200, 'some text'])
    expect(content.raw.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': expect.stringMatching(/^attachment; filename="Notes _1_.txt"/),
    })
    const part = await visitor.get(String(raw.headers.location), { range: 'bytes=5-8' })
    expect([part.status, part.raw.body]).toEqual([206, 'text'])
    const picture = await linkTo('a.png', await png())
    const shown = await visitor.get(String((await visitor.get(direct(picture))).raw.headers.location))
    expect(shown.raw.headers['content-disposition']).toMatch(/^inline/)
    const saved = await visitor.get(String((await visitor.get(`${direct(picture)}?download=1`)).raw.headers.location))
    expect(saved.raw.headers['content-disposition']).toMatch(/^attachment/)
  })

  test('stays the same while the file is renamed and replaced, and ends with the link', async () => {
    const { id } = await file(ann, 'a.txt', 'first')
    const token = await tokenOf(id)
    const read = async () => {
      const { raw } = await visitor.get(direct(token))
      return (await visitor.get(String(raw.headers.location))).raw.body
    }
    expect(await read()).toBe('first')
    await ann.patch(`/api/rename/${id}`, { name: 'b.txt' })
    expect(await read()).toBe('first')
    await put(ann, 'b.txt', 'second', { replace: 1 })
    expect(await read()).toBe('second')
    const { raw } = await visitor.get(direct(token))
    await ann.delete('/api/share/revoke', { tokens: [token] })
    expect((await visitor.get(String(raw.headers.location))).status).toBe(410)
  })

  test('of a script or a page is never shown inline', async () => {
    for (const [name, bytes] of [
      ['a.html', '<!doctype html><script>alert(1)</script>'],
      ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ] as const) {
      const { raw } = await visitor.get(direct(await linkTo(name, bytes)))
      const { headers } = (await visitor.get(String(raw.headers.location))).raw
      expect(headers['content-disposition']).toMatch(/^attachment/)
      expect(headers['content-type']).not.toMatch(/html|svg/)
    }
  })

  test('is read with GET and HEAD only', async () => {
    const token = await linkTo('a')
    expect((await visitor.request({ method: 'HEAD', url: direct(token) })).status).toBe(302)
    for (const url of [direct(token), embed(token)]) expect((await visitor.post(url, {})).status).toBe(405)
  })
})

describe('the embedded page', () => {
  const policy = (headers: Record<string, unknown>) => String(headers['content-security-policy'])

  test('says the same of every link that it cannot show, with the status of its refusal, and opens nothing by cookies', async () => {
    const pages = new Set<string>()
    for (const [token, status] of await closedLinks()) {
      const { status: answered, raw } = await visitor.get(embed(token))
      expect([token, answered]).toEqual([token, status])
      if (token === 'x') continue
      expect(raw.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(policy(raw.headers)).toMatch(/frame-ancestors \*/)
      expect(raw.body).toContain(`href="/share/${token}"`)
      pages.add(raw.body.replaceAll(token, 'TOKEN'))
    }
    expect(pages.size).toBe(1)
  })

  test('is the same page where its owner may not download', async () => {
    const token = await linkTo('a.txt')
    const { db } = holdall.services
    await db.updateTable('users').set({ download_restricted: 1 }).where('id', '=', ann.userId).execute()
    const { status, raw } = await visitor.get(embed(token))
    expect([status, raw.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
    expect((await visitor.get(embed('x'.repeat(22)))).raw.body).toBe(raw.body.replaceAll(token, 'x'.repeat(22)))
  })

  test('may be framed by any site, runs no script, sets no cookie; other pages may not be framed', async () => {
    const token = await linkTo('a.pdf', '%PDF-1.4')
    const { status, raw } = await visitor.get(embed(token))
    expect([status, raw.cookies, raw.headers['content-type']]).toEqual([200, [], 'text/html; charset=utf-8'])
    expect(policy(raw.headers)).toMatch(
      /^default-src 'none'; img-src 'self'; media-src 'self'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors \*$/,
    )
    expect(raw.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
    expect(raw.body).not.toMatch(/<script|javascript:| on\w+=|style="/i)
    for (const url of [direct(token), `/api/sharing/${token}`, `/share/${token}`]) {
      expect(policy((await visitor.get(url)).raw.headers)).toMatch(/frame-ancestors 'none'/)
    }
  })

  test('shows a picture, a sound, a video, and a card for anything else', async () => {
    const picture = (await visitor.get(embed(await linkTo('a.png', await png())))).raw.body
    expect(picture).toMatch(/<img src="\/file\/[^"]+" alt="a.png" \/>/)
    const wav = Buffer.concat([
      Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x44\xac\0\0', 'latin1'),
      Buffer.alloc(64),
    ])
    expect((await visitor.get(embed(await linkTo('a.wav', wav)))).raw.body).toMatch(/<audio controls .*a.wav/)
    const webm = Buffer.from(
      '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701',
      'hex',
    )
    expect((await visitor.get(embed(await linkTo('a.webm', webm)))).raw.body).toMatch(/<video class="media" controls/)
    const token = await linkTo('a.txt', 'x'.repeat(1500))
    const card = (await visitor.get(embed(token))).raw.body
    expect(card).toContain('<h1 dir="auto">a.txt</h1><p>1.5 kB</p>')
    expect(card).toContain(`href="/share/${token}/direct?download=1"`)
  })

  test('shows the thumbnail of a picture once there is one', async () => {
    const token = await linkTo('a.png', await png(3000, 2000))
    await holdall.services.jobs.runDue()
    const { body } = (await visitor.get(embed(token))).raw
    const address = /<img src="([^"]+)"/.exec(body)![1]!.replaceAll('&amp;', '&')
    expect(address).toMatch(/^\/thumbnail\/xl\//)
    expect((await holdall.visitor().get(address)).status).toBe(200)
  })

  test('shows a GIF itself, which may be animated, and not its thumbnail', async () => {
    const token = await linkTo('a.gif', await picture(3000, 2000).gif().toBuffer())
    await holdall.services.jobs.runDue()
    const { thumbnail } = (await visitor.get(`/api/sharing/file/${token}`)).body.data.attributes
    expect(thumbnail).toHaveProperty('xl')
    expect((await visitor.get(embed(token))).raw.body).toMatch(/<img src="\/file\/[^"]+" alt="a.gif" \/>/)
  })

  test('escapes hostile names', async () => {
    const name = `"><img src=x onerror=alert(1)>'&lt;`
    for (const bytes of ['text', await png()]) {
      const { body } = (await visitor.get(embed(await linkTo(name, bytes)))).raw
      expect(body).not.toContain('<img src=x')
      expect(body).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;lt;')
    }
  })
})

test('with a content origin the bytes come from there, and pages do not', async () => {
  const contentUrl = 'https://content.example'
  const app = await testApp({ config: { contentUrl, publicUrl: 'https://files.example' } })
  try {
    const owner = await app.signUp()
    const { id } = await file(owner, 'a.png', await png())
    const token = await shareLink(owner, id)
    const { raw } = await app.visitor().get(direct(token))
    const address = new URL(String(raw.headers.location))
    expect(address.origin).toBe(contentUrl)
    expect(raw.headers['cross-origin-resource-policy']).toBe('cross-origin')
    const content = await app.visitor().get(address.pathname + address.search, { host: 'content.example' })
    expect(content.status).toBe(200)
    const page = (await app.visitor().get(embed(token))).raw
    expect(page.headers['content-security-policy']).toContain(`img-src 'self' ${contentUrl};`)
    expect(page.body).toContain(`<img src="${contentUrl}/file/`)
    expect((await app.visitor().get(embed(token), { host: 'content.example' })).status).toBe(404)
  } finally {
    await app.close()
  }
})
