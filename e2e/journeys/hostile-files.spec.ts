import type { Locator, Page } from '@playwright/test'
import { makeZip } from '../../packages/preview/src/testing/make-zip.ts'
import { readZip } from '../../server/src/testing/read-zip.ts'
import { makePdf, png } from '../src/sample-files.ts'
import { card, downloaded, names, putFolder, row, waitForList } from '../src/files-page.ts'
import { expect, putFile, signUp } from '../src/holdall.ts'
import { share, test } from '../src/links.ts'

const SCRIPT = `parent.hacked = 1; document.title = 'hacked'; alert(1); fetch('/hacked?' + encodeURIComponent(document.cookie))`
const HTML = `<!doctype html><script>${SCRIPT}</script><iframe src="https://tracker.example/frame"></iframe>`
const SVG = `<?xml-stylesheet href="https://tracker.example/style.css"?>
<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200" onload="${SCRIPT}">
  <script>${SCRIPT}</script>
  <style>@import url(https://tracker.example/style.css);</style>
  <image href="https://tracker.example/pixel.png"/>
  <foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:${SCRIPT}"/></foreignObject>
  <rect width="400" height="200" fill="teal"/>
</svg>`
const MARKDOWN = `# Plan

${HTML}

<img src=x onerror="${SCRIPT}"> [script](javascript:alert(1)) [coded](&#106;avascript:alert(1)) <javascript:alert(1)>
[data](data:text/html;base64,PHNjcmlwdD4=) [site](https://site.example/a) ![pixel](https://tracker.example/pixel.png)
![vector](data:image/svg+xml;base64,PHN2Zy8+)`
const CSV = `name,value\n"=HYPERLINK(""https://tracker.example"",""open"")",=cmd|' /C calc'!A0\n<img src=x onerror=alert(1)>,@SUM(1)`
const PLAYLIST =
  '#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nfile:///etc/passwd\nhttps://tracker.example/a.ts\n#EXT-X-ENDLIST\n'
const XML = `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="https://tracker.example/a.xsl"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">${SCRIPT}</x:script>`
const ZIP = makeZip({
  '../../../tmp/escaped.txt': 'x',
  '/etc/passwd': 'x',
  'C:\\evil.exe': 'x',
  '<img src=x onerror=alert(1)>': 'x',
})

const text = (layer: Locator, part: string) => expect(layer.getByText(part).first()).toBeVisible()
/** What a browser makes of media without content differs. */
const isOpen = (layer: Locator) => expect(layer.getByRole('button', { name: 'Download' }).first()).toBeVisible()

/** A file, the type that the server sends it as, whether a browser may show it inline, and how the preview shows it. */
const files: readonly (readonly [string, string | Uint8Array, string, boolean, (layer: Locator) => Promise<void>])[] = [
  [
    '01 picture.svg',
    SVG,
    'application/octet-stream',
    false,
    async (layer) => {
      const image = layer.getByRole('img', { name: '01 picture.svg' })
      await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(400)
      await expect(layer.locator('svg script, iframe, object, embed')).toHaveCount(0)
    },
  ],
  ['02 page.html', HTML, 'application/octet-stream', false, (layer) => text(layer, 'parent.hacked')],
  ['03 photo.png', HTML, 'application/octet-stream', false, (layer) => text(layer, 'parent.hacked')],
  ['04 script.js', SCRIPT, 'application/octet-stream', false, (layer) => text(layer, 'parent.hacked')],
  ['05 data.xml', XML, 'application/octet-stream', false, (layer) => text(layer, 'x:script')],
  [
    '06 document.pdf',
    makePdf(),
    'application/pdf',
    true,
    async (layer) => {
      await text(layer, 'First page')
      const links = layer.getByRole('region', { name: 'Page 1', exact: true }).getByRole('link')
      await expect(links).toHaveCount(1)
      await expect(links).toHaveAttribute('href', 'https://site.example/a')
    },
  ],
  [
    '07 notes.md',
    MARKDOWN,
    'application/octet-stream',
    false,
    async (layer) => {
      await expect(layer.getByRole('heading', { name: 'Plan' })).toBeVisible()
      await text(layer, '<!doctype html>')
      expect(await layer.getByRole('link').evaluateAll((links) => links.map((link) => link.outerHTML))).toEqual([
        '<a href="https://site.example/a" target="_blank" rel="noopener noreferrer nofollow">site</a>',
      ])
      await expect(layer.getByRole('article').locator('img, script, iframe')).toHaveCount(0)
    },
  ],
  [
    '08 table.csv',
    CSV,
    'text/csv; charset=utf-8',
    false,
    async (layer) => {
      await expect(layer.getByRole('cell', { name: '=HYPERLINK("https://tracker.example","open")' })).toBeVisible()
      await text(layer, '<img src=x onerror=alert(1)>')
      await expect(layer.locator('a, [src="x"]')).toHaveCount(0)
    },
  ],
  [
    '09 archive.zip',
    ZIP,
    'application/zip',
    false,
    async (layer) => {
      await text(layer, '../../../tmp/escaped.txt')
      await text(layer, '<img src=x onerror=alert(1)>')
      await expect(layer.locator('a, [src="x"]')).toHaveCount(0)
    },
  ],
  [
    '10 movie.mp4',
    PLAYLIST,
    'text/plain; charset=utf-8',
    false,
    async (layer) => {
      await text(layer, '#EXTM3U')
      await expect(layer.locator('video, audio')).toHaveCount(0)
    },
  ],
  ['11 animation.gif', `GIF89a/*${HTML}*/=1;${SCRIPT}`, 'image/gif', true, isOpen],
  ['12 sound.mp3', `ID3\x03\x00\x00\x00\x00\x00\x00${HTML}`, 'audio/mpeg', true, isOpen],
  ['13 picture.png', png, 'image/png', true, (layer) => expect(layer.getByRole('img').first()).toBeVisible()],
]
/** What the server makes a picture of. */
const WITH_THUMBNAIL = ['06 document.pdf', '13 picture.png']

interface Listed {
  readonly attributes: {
    readonly name: string
    readonly file_url: string
    readonly thumbnail: Readonly<Record<string, string>> | null
  }
}
const listed = async (who: Page, address: string) =>
  ((await (await who.request.get(address)).json()) as { data: Listed[] }).data.map(({ attributes }) => attributes)

test('hostile files are inert in the list, its pictures, the preview, downloads and zips, for their owner and for visitors', async ({
  page,
  visitor,
  holdall,
}) => {
  const { url } = holdall
  await signUp(page, url)
  const folder = await putFolder(page, url, 'Traps')
  const bytesOf = new Map(
    files.map(([name, content]) => [name, typeof content === 'string' ? Buffer.from(content) : Buffer.from(content)]),
  )
  for (const [name, bytes] of bytesOf) await putFile(page, url, name, bytes, { parent_id: folder })
  const token = await share(page, url, folder)
  const caught: string[] = []
  for (const who of [page, visitor]) {
    who.context().on('request', (request) => {
      if (request.url().includes('/hacked')) caught.push(request.url())
    })
    who.context().on('page', (opened) => caught.push(`opened ${opened.url()}`))
    who.on('dialog', (dialog) => {
      caught.push(dialog.message())
      void dialog.dismiss()
    })
  }

  for (const [who, path, listing] of [
    [page, `/platform/files/${folder}`, `/api/browse/folders/${folder}`],
    [visitor, `/share/${token}/files`, `/api/sharing/folders/all/${token}`],
  ] as const) {
    const isInert = async () => {
      expect(await who.evaluate(() => 'hacked' in window)).toBe(false)
      expect(who.frames()).toHaveLength(1)
      expect(caught).toEqual([])
    }
    // The picture is rendered last.
    await expect
      .poll(async () => (await listed(who, url + listing)).find(({ name }) => name === '13 picture.png')?.thumbnail)
      .not.toBeNull()
    const entries = await listed(who, url + listing)
    expect(entries).toHaveLength(files.length)

    await who.goto(url + path)
    await waitForList(who)
    await who.getByTitle('Grid', { exact: true }).click()
    await expect(card(who, '13 picture.png').locator('img[data-loaded]')).toBeVisible()
    await isInert()
    await who.getByTitle('List', { exact: true }).click()
    await who.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await expect.poll(async () => (await names(who))[0]).toBe('01 picture.svg')

    await row(who, '01 picture.svg').dblclick()
    for (const [name, , , , shown] of files) {
      const layer = who.getByRole('dialog', { name, exact: true })
      await expect(layer).toBeVisible()
      await shown(layer)
      if (name === '01 picture.svg') {
        const saved = await downloaded(who, () => layer.getByRole('button', { name: 'Download' }).click())
        expect(saved.suggestedFilename()).toBe(name)
      }
      await isInert()
      await who.keyboard.press('ArrowRight')
    }
    await who.keyboard.press('Escape')

    for (const [name, , type, isInline] of files) {
      const { file_url, thumbnail } = entries.find((entry) => entry.name === name)!
      for (const [address, disposition] of [
        [file_url, isInline ? /^inline;/ : /^attachment;/],
        [`${file_url}&download=1`, /^attachment;/],
      ] as const) {
        const answer = await who.request.get(url + address)
        expect(answer.headers(), name).toMatchObject({
          'content-type': type,
          'content-disposition': expect.stringMatching(disposition),
          'content-security-policy': "sandbox; default-src 'none'",
          'x-content-type-options': 'nosniff',
        })
        expect((await answer.body()).equals(bytesOf.get(name)!), name).toBe(true)
      }
      if (thumbnail) {
        expect(WITH_THUMBNAIL).toContain(name)
        const { 'content-type': picture } = (await who.request.get(url + thumbnail['xl'])).headers()
        expect(picture).toBe('image/webp')
      }
    }
    const addresses = entries.map(({ file_url }) => url + file_url)
    await who.evaluate(
      (sources) =>
        Promise.all(
          sources.map(
            (source) =>
              new Promise((resolve) => {
                const element = document.createElement('script')
                element.src = source
                element.onload = element.onerror = resolve
                document.head.append(element)
              }),
          ),
        ).then(() => undefined),
      addresses,
    )
    await isInert()
    // Opened as a page, what could run is downloaded.
    for (const [name] of files.filter(([, , , isInline]) => !isInline).slice(0, 5)) {
      const { file_url } = entries.find((entry) => entry.name === name)!
      await downloaded(who, () =>
        who.goto(url + file_url).then(
          () => undefined,
          () => undefined,
        ),
      )
    }
    await isInert()
  }

  const zip = await readZip(await (await page.request.get(`${url}/api/zip?items=${folder}|folder`)).body())
  expect(zip.map(({ path }) => path).toSorted()).toEqual(['Traps/', ...files.map(([name]) => `Traps/${name}`)])
  for (const { path, content } of zip.filter(({ path: of }) => of !== 'Traps/'))
    expect(content.equals(bytesOf.get(path.slice('Traps/'.length))!), path).toBe(true)
})
