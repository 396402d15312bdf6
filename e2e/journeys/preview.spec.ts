import { makeZip } from '../../packages/preview/src/testing/make-zip.ts'
import { card, downloaded, names, openFiles, putFolder, row, sha256, sha256OfFile } from '../src/files-page.ts'
import { expect, putFile, signIn, signUp } from '../src/holdall.ts'
import { share, test } from '../src/links.ts'
import { makePdf, makeWav, png } from '../src/sample-files.ts'

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200" onload="parent.hacked = 1">
  <script>parent.hacked = 2; document.title = 'hacked'</script>
  <image href="https://tracker.example/pixel.png"/>
  <rect width="400" height="200" fill="teal"/>
</svg>`

test('a PDF is drawn, its text is selected and searched, and its scripts do not run', async ({ page, holdall }) => {
  await signIn(page, holdall.url, await signUp(page, holdall.url))
  await putFile(page, holdall.url, 'a.pdf', makePdf())
  await putFile(page, holdall.url, 'b.pdf', Buffer.from('%PDF-1.7\nnothing'))
  await openFiles(page, holdall.url)
  await row(page, 'a.pdf').dblclick()
  const layer = page.getByRole('dialog', { name: 'a.pdf' })
  await expect(layer.getByText('Page 1 of 2')).toBeVisible()
  const text = layer.getByRole('region', { name: 'Page 1', exact: true }).getByText('First page')
  await expect(text).toBeVisible()
  const isDrawn = () =>
    layer
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
        return data.some((value, at) => at % 4 === 0 && value < 100 && data[at + 3] === 255)
      })
  await expect.poll(isDrawn).toBe(true)
  const before = (await text.boundingBox())?.width ?? 0
  await layer.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await text.boundingBox())?.width ?? 0).toBeGreaterThan(before * 1.1)
  await layer.getByRole('button', { name: 'Find', exact: true }).click()
  await layer.getByRole('textbox', { name: 'Find' }).fill('PAGE')
  await expect(layer.getByText('1 of 2', { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(layer.getByText('Page 2 of 2')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(layer.getByRole('textbox', { name: 'Find' })).toBeHidden()
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  await page.keyboard.press('Escape')
  await expect(layer).toBeHidden()

  await row(page, 'b.pdf').dblclick()
  await expect(page.getByText('This file can’t be shown')).toBeVisible()
})

test('files are shown above their list, one after another, and Back returns to the list', async ({ page, holdall }) => {
  await signIn(page, holdall.url, await signUp(page, holdall.url))
  const files: readonly (readonly [string, Buffer])[] = [
    ['a.png', png],
    ['b.svg', Buffer.from(SVG)],
    [
      'c.md',
      Buffer.from(
        '# Plan\n\n[bad](javascript:alert(1)) <img src=x onerror="hacked=3"> ![x](https://tracker.example/a.png)',
      ),
    ],
    [
      'd.csv',
      Buffer.from(
        `name,size\n${Array.from({ length: 5000 }, (_, at) => `row ${String(at)},${String(at)}`).join('\n')}`,
      ),
    ],
    ['e.zip', Buffer.from(makeZip({ 'folder/inner.txt': 'inner', '<b>.txt': 'x' }))],
    ['f.ts', Buffer.from('export const answer = 42\n')],
    ['g.wav', makeWav()],
    ['h.txt', Buffer.from('Grüße', 'latin1')],
    ['i.bin', Buffer.from([0, 1, 2, 3])],
  ]
  for (const [name, content] of files) await putFile(page, holdall.url, name, content)
  await openFiles(page, holdall.url)
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect.poll(async () => (await names(page))[0]).toBe('a.png')
  await row(page, 'a.png').dblclick()

  const layer = (name: string) => page.getByRole('dialog', { name, exact: true })
  const next = () => page.keyboard.press('ArrowRight')
  await expect(layer('a.png').getByRole('img', { name: 'a.png' })).toBeVisible()
  await expect(page).toHaveURL(/\?preview=/)
  await next()
  const vector = layer('b.svg').getByRole('img', { name: 'b.svg' })
  await expect(vector).toBeVisible()
  expect(await vector.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
    400, 200,
  ])
  await layer('b.svg').getByRole('button', { name: 'Zoom in' }).click()
  await expect(layer('b.svg').getByText('140%')).toBeVisible()
  await next()
  await expect(layer('c.md').getByRole('heading', { name: 'Plan' })).toBeVisible()
  await expect(layer('c.md').getByRole('link')).toHaveCount(0)
  await expect(layer('c.md').getByRole('article').locator('img')).toHaveCount(0)
  await next()
  await expect(layer('d.csv').getByRole('columnheader', { name: 'name' })).toBeVisible()
  await expect(layer('d.csv').getByRole('cell', { name: 'row 0' })).toBeVisible()
  expect(await layer('d.csv').getByRole('row').count()).toBeLessThan(80)
  await layer('d.csv')
    .getByRole('table')
    .evaluate((table) => table.scrollTo({ top: table.scrollHeight }))
  await expect(layer('d.csv').getByRole('cell', { name: 'row 4999' })).toBeVisible()
  await next()
  await expect(layer('e.zip').getByText('folder/inner.txt')).toBeVisible()
  await expect(layer('e.zip').getByText('<b>.txt')).toBeVisible()
  await next()
  await expect(layer('f.ts').locator('.hljs-keyword', { hasText: 'export' })).toBeVisible()
  await next()
  const sound = layer('g.wav').getByLabel('Audio g.wav')
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBe(1)
  await next()
  await expect(layer('h.txt').getByText('Grüße')).toBeVisible()
  await expect(layer('h.txt').getByRole('button', { name: 'Text encoding: WINDOWS-1252' })).toBeVisible()
  await next()
  await expect(layer('a.png').getByRole('img', { name: 'a.png' })).toBeVisible()
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)

  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('grid')).toBeFocused()
  await row(page, 'i.bin').dblclick()
  await expect(layer('i.bin').getByText('No preview for this type of file')).toBeVisible()
  await page.reload()
  await expect(layer('i.bin').getByText('No preview for this type of file')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/\/platform\/files$/)
})

test('files that are damaged, or larger than what is shown, say so', { tag: '@full' }, async ({ page, holdall }) => {
  await signIn(page, holdall.url, await signUp(page, holdall.url))
  await putFile(page, holdall.url, 'b.csv', Buffer.from(','.repeat(1_000_000)))
  await putFile(page, holdall.url, 'c.png', png.subarray(0, 40))
  await putFile(page, holdall.url, 'd.txt', Buffer.alloc(3_000_000, 'x'))
  await putFile(page, holdall.url, 'e.wav', Buffer.concat([makeWav().subarray(0, 12), Buffer.alloc(3000)]))
  await openFiles(page, holdall.url)
  const show = async (name: string) => {
    await row(page, name).dblclick()
    return page.getByRole('dialog', { name, exact: true })
  }
  const close = () => page.keyboard.press('Escape')

  await expect((await show('b.csv')).getByText('Showing the first 500 of 1,000,001 columns')).toBeVisible()
  await close()
  await expect((await show('c.png')).getByText('This file can’t be shown')).toBeVisible()
  await close()
  await expect((await show('d.txt')).getByText(/Showing the first/)).toBeVisible()
  await close()
  await expect((await show('e.wav')).getByText('This file can’t be shown')).toBeVisible()
})

test(
  'texts that take minutes to colour or to parse are shown as they are, and the page stays usable',
  { tag: '@full' },
  async ({ page, holdall }) => {
    await signIn(page, holdall.url, await signUp(page, holdall.url))
    await putFile(page, holdall.url, 'a.c', Buffer.from('a'.repeat(100_000)))
    await putFile(page, holdall.url, 'b.md', Buffer.from('- a\nb\n'.repeat(20_000)))
    await openFiles(page, holdall.url)
    const layer = (name: string) => page.getByRole('dialog', { name, exact: true })
    await row(page, 'a.c').dblclick()
    await expect(layer('a.c').getByText('aaaa').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await row(page, 'b.md').dblclick()
    await expect(layer('b.md').getByText('- a').first()).toBeVisible()
    await expect(layer('b.md').getByRole('article')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  },
)

test(
  'a visitor opens the files of a link above their list, and a link that is turned off meanwhile says so',
  { tag: '@full' },
  async ({ page, visitor, holdall }) => {
    const { url } = holdall
    await signUp(page, url)
    const folder = await putFolder(page, url, 'Press kit')
    const files: readonly (readonly [string, Buffer])[] = [
      ['a.png', png],
      ['b.pdf', makePdf()],
      ['c.md', Buffer.from('# Plan')],
      ['d.csv', Buffer.from('name,size\nrow,1')],
      ['e.zip', Buffer.from(makeZip({ 'folder/inner.txt': 'inner' }))],
      ['f.ts', Buffer.from('export const answer = 42\n')],
      ['g.wav', makeWav()],
      ['h.txt', Buffer.from('Hello')],
    ]
    for (const [name, content] of files) await putFile(page, url, name, content, { parent_id: folder })
    const token = await share(page, url, folder, 'a secret')
    const one = await share(page, url, await putFile(page, url, 'one.txt', Buffer.from('The only one')))

    await visitor.goto(`${url}/share/${token}`)
    await visitor.getByLabel('Password', { exact: true }).fill('a secret')
    await visitor.keyboard.press('Enter')
    await visitor.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await expect.poll(async () => (await names(visitor))[0]).toBe('a.png')
    await row(visitor, 'a.png').click()
    await visitor.keyboard.press('Enter')
    const layer = (name: string) => visitor.getByRole('dialog', { name, exact: true })
    const next = () => visitor.keyboard.press('ArrowRight')
    await expect(layer('a.png').getByRole('img', { name: 'a.png' })).toBeVisible()
    await expect(layer('a.png').getByRole('button', { name: /Share|Delete|More/ })).toHaveCount(0)
    await next()
    await expect(layer('b.pdf').getByText('First page')).toBeVisible()
    await expect(layer('b.pdf').getByRole('button', { name: 'Print' })).toBeVisible()
    await next()
    await expect(layer('c.md').getByRole('heading', { name: 'Plan' })).toBeVisible()
    await next()
    await expect(layer('d.csv').getByRole('cell', { name: 'row' })).toBeVisible()
    await next()
    await expect(layer('e.zip').getByText('folder/inner.txt')).toBeVisible()
    await next()
    await expect(layer('f.ts').locator('.hljs-keyword', { hasText: 'export' })).toBeVisible()
    const saved = await downloaded(visitor, () => layer('f.ts').getByRole('button', { name: 'Download' }).click())
    expect(await sha256OfFile(await saved.path())).toBe(sha256(Buffer.from('export const answer = 42\n')))
    await next()
    const sound = layer('g.wav').getByLabel('Audio g.wav')
    await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBe(1)
    await visitor.goBack()
    await expect(visitor.getByRole('dialog')).toBeHidden()
    await expect(visitor).toHaveURL(`${url}/share/${token}/files`)
    await expect(visitor.getByRole('grid')).toBeFocused()

    await visitor.keyboard.press('Escape')
    await visitor.getByRole('button', { name: /^Sort by/ }).click()
    await visitor.getByRole('menuitemradio', { name: 'Grid' }).click()
    await card(visitor, 'g.wav').dblclick()
    await expect(layer('g.wav')).toBeVisible()
    await visitor.reload()
    await expect(layer('g.wav')).toBeVisible()
    const { data } = (await (await visitor.request.get(`${url}/api/sharing/folders/all/${token}`)).json()) as {
      data: { attributes: { file_url: string } }[]
    }
    await page.request.delete(`${url}/api/share/revoke`, { data: { tokens: [token] } })
    for (const { attributes } of data) expect((await visitor.request.get(url + attributes.file_url)).status()).toBe(410)
    const requests: string[] = []
    visitor.on('request', (request) => requests.push(request.url()))
    await next()
    await expect(visitor.getByRole('heading', { name: 'This link was turned off' })).toBeVisible()
    await expect(visitor.getByRole('dialog')).toBeHidden()
    expect(requests.filter((address) => address.includes('/file/')).length).toBeLessThanOrEqual(1)

    await visitor.goto(`${url}/share/${one}`)
    await visitor.getByRole('button', { name: 'Preview' }).click()
    await expect(layer('one.txt').getByText('The only one')).toBeVisible()
    await visitor.goBack()
    await expect(visitor.getByRole('dialog')).toBeHidden()
    await expect(visitor.getByRole('button', { name: 'Preview' })).toBeFocused()
  },
)
