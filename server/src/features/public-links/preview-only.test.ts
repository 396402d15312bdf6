import type { Client } from '../../testing/client.ts'
import { file, folder, shareLink } from '../../testing/file-requests.ts'
import { png } from '../../testing/pictures.ts'
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

const refused = [403, 'share-no-download']
const codeOf = ({ status, body }: Awaited<ReturnType<Client['get']>>) => [status, body?.code]

interface Attributes {
  readonly file_url: string | null
  readonly thumbnail: { readonly xs: string; readonly xl: string } | null
  readonly filesize: number
  readonly name: string
}

/** A folder with a picture and a text, and the picture, each with a link. */
async function scene(rules: object = { can_download: false }) {
  const top = await folder(ann, 'shared')
  const picture = await file(ann, 'a.png', await png(2000, 1000), { parent_id: top })
  await file(ann, 'b.txt', 'some text', { parent_id: top })
  await holdall.services.jobs.runDue()
  return {
    top,
    pictureId: picture.id as string,
    ofFolder: await shareLink(ann, top, rules),
    ofFile: await shareLink(ann, picture.id, rules),
  }
}
const listed = async (token: string, client = visitor): Promise<Attributes[]> =>
  (await client.get(`/api/sharing/folders/all/${token}?sort=name&direction=ASC`)).body.data.map(
    ({ attributes }: { attributes: Attributes }) => attributes,
  )
const change = (token: string, rules: object) => ann.patch(`/api/share/${token}`, rules)

test('refuses a link without downloads whose visitors edit, or whose downloads are limited', async () => {
  const id = await folder(ann, 'a')
  for (const rules of [{ permission: 'editor' }, { download_limit: 5 }]) {
    const { status, body } = await ann.post('/api/share', { id, can_download: false, ...rules })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['can_download']])
    const token = await shareLink(ann, id, rules)
    expect((await change(token, { can_download: false })).body.errors).toHaveProperty('can_download')
    const previewOnly = await shareLink(ann, id, { can_download: false })
    expect((await change(previewOnly, rules)).body.errors).toHaveProperty('can_download')
    const back = Object.fromEntries(Object.keys(rules).map((key) => [key, key === 'permission' ? 'visitor' : null]))
    expect((await change(token, { can_download: false, ...back })).body.data.attributes.can_download).toBe(false)
  }
  for (const can_download of [null, 'no', 0]) {
    expect((await ann.post('/api/share', { id, can_download })).body.errors).toHaveProperty('can_download')
  }
})

test('refuses every address that would give the bytes, with one code, also to signed-in visitors and with a password', async () => {
  const password = { can_download: false, isPassword: true, password: 'secret' }
  for (const [rules, client] of [
    [{ can_download: false }, visitor],
    [{ can_download: false }, await holdall.signUp()],
    [password, holdall.visitor()],
  ] as const) {
    const { ofFolder, ofFile, pictureId } = await scene(rules)
    for (const token of [ofFolder, ofFile]) {
      if (rules === password) {
        expect(codeOf(await client.get(`/share/${token}/direct`))).toEqual([403, 'share-locked'])
        expect((await client.post(`/api/sharing/authenticate/${token}`, { password: 'secret' })).status).toBe(200)
      }
      for (const way of [
        `/api/sharing/zip/${token}`,
        `/api/sharing/zip/${token}?items=${pictureId}`,
        `/api/sharing/zip/${token}?items=00000000-0000-7000-8000-000000000000`,
        `/api/sharing/zip/${token}/${'x'.repeat(22)}`,
        `/share/${token}/direct`,
        `/share/${token}/direct?download=1`,
      ]) {
        expect([way, ...codeOf(await client.get(way))]).toEqual([way, ...refused])
      }
      const prepared = await client.post(`/api/sharing/zip/${token}`, { items: [{ id: pictureId }] })
      expect(codeOf(prepared)).toEqual(refused)
      // What it says is one page for all; without cookies, the password comes first.
      expect((await client.get(`/share/${token}/embed`)).status).toBe(403)
    }
  }
})

test('addresses that were made before refuse too, ranges and HEAD included, and open again with the downloads', async () => {
  const { ofFolder } = await scene({})
  const [url] = (await listed(ofFolder)).map(({ file_url: address }) => address!)
  const zip = (await visitor.post(`/api/sharing/zip/${ofFolder}`, { parent_id: null, all: true, except: [] })).body.data
  expect((await visitor.get(url!, { range: 'bytes=0-3' })).status).toBe(206)
  await change(ofFolder, { can_download: false })
  for (const range of [undefined, 'bytes=0-3', 'bytes=4-']) {
    expect(codeOf(await visitor.get(url!, range ? { range } : {}))).toEqual(refused)
  }
  expect((await visitor.request({ method: 'HEAD', url: url! })).status).toBe(403)
  expect(codeOf(await visitor.get(zip.attributes.url))).toEqual(refused)
  await change(ofFolder, { can_download: true })
  expect((await visitor.get(url!)).status).toBe(200)
})

test('shows names, sizes and the thumbnails of the server, in the folder, a search and the link to the file', async () => {
  const { ofFolder, ofFile } = await scene()
  const found = await visitor.get(`/api/sharing/search/${ofFolder}?query=png`)
  const single = await visitor.get(`/api/sharing/file/${ofFile}`)
  const [picture, text] = await listed(ofFolder)
  for (const shown of [
    picture!,
    found.body.data[0].attributes as Attributes,
    single.body.data.attributes as Attributes,
  ]) {
    expect(shown).toMatchObject({ name: 'a.png', file_url: null, filesize: expect.any(Number) })
    const { status, raw } = await visitor.get(shown.thumbnail!.xl)
    expect([status, raw.headers['content-type']]).toEqual([200, 'image/webp'])
  }
  expect(text).toMatchObject({ name: 'b.txt', file_url: null, thumbnail: null, filesize: 9 })
  for (const token of [ofFolder, ofFile]) {
    expect((await visitor.get(`/api/sharing/${token}`)).body.data.attributes.can_download).toBe(false)
  }
})

test('other rights stay: those from ownership and from another link', async () => {
  const { top, ofFolder } = await scene()
  const other = await shareLink(ann, top)
  expect(codeOf(await ann.get(`/share/${ofFolder}/direct`))).toEqual(refused)
  const [own] = (await ann.get(`/api/browse/folders/${top}`)).body.data
  expect((await ann.get(own.attributes.file_url)).status).toBe(200)
  const [{ file_url: address }] = (await listed(other)) as [Attributes]
  expect((await visitor.get(address!)).status).toBe(200)
})
