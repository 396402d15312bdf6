import { makeZip } from '../../packages/preview/src/testing/make-zip.ts'
import { openFiles, row } from '../src/files-page.ts'
import { expect, putFile, signUp } from '../src/holdall.ts'
import { makePdf, makeWav, png } from '../src/sample-files.ts'
import type { Holdall } from '../src/server.ts'
import { held, type Inspector, menuIsOpen, refuse } from './inspector.ts'

const text = (content: string) => Buffer.from(content)

/** One for each viewer, with a text that is visible once it is loaded; null where its image or player is. */
const files: readonly (readonly [string, Buffer, string | null])[] = [
  ['a.png', png, null],
  ['b.md', text('# Plan\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n`code`'), 'Plan'],
  ['c.csv', text('name,size\nrow,1\n'), 'row'],
  ['d.zip', Buffer.from(makeZip({ 'folder/inner.txt': 'inner', 'outer.txt': 'x' })), 'outer.txt'],
  ['e.ts', text('/** Note */\nexport const answer = "forty-two" // 42\n'), 'forty-two'],
  ['f.wav', makeWav(), null],
  ['g.txt', text('plain'), 'plain'],
  ['h.pdf', makePdf(), 'First page'],
  ['i.pdf', text('%PDF-1.7\nnothing'), 'This file can’t be shown'],
  ['j.bin', Buffer.from([0, 1, 2, 3]), 'No preview for this type of file'],
]

/** A file of each kind above its list. */
export async function previews({ page, scan }: Inspector, { url }: Holdall): Promise<void> {
  await signUp(page, url)
  for (const [name, content] of [...files, ['k.txt', text('late')] as const]) await putFile(page, url, name, content)
  await openFiles(page, url)
  const layer = (name: string) => page.getByRole('dialog', { name, exact: true })
  const closeLayer = async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  for (const [name, , shown] of files) {
    await row(page, name).dblclick()
    const content = layer(name)
    const visible = shown === null ? content.locator('img, audio').first() : content.getByText(shown).first()
    await expect(visible).toBeVisible()
    await scan(`preview, ${name}`)
    if (name === 'a.png') {
      await content.getByRole('button', { name: 'More', exact: true }).click()
      await menuIsOpen(page)
      await scan('preview, menu')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
    }
    if (name === 'h.pdf') {
      await content.getByRole('button', { name: 'Find', exact: true }).click()
      await content.getByRole('textbox', { name: 'Find' }).fill('page')
      await expect(content.getByText('1 of 2', { exact: true })).toBeVisible()
      await scan('preview, search in a PDF')
      await page.keyboard.press('Escape')
    }
    await closeLayer()
  }
  const fail = await held(page, '**/file/**', (route) => refuse(route, 404, 'not-found'))
  await row(page, 'k.txt').dblclick()
  await expect(layer('k.txt').getByRole('status', { name: 'Loading k.txt' })).toBeVisible()
  await scan('preview, loading')
  fail()
  await expect(layer('k.txt').getByRole('button', { name: 'Retry' })).toBeVisible()
  await scan('preview, failed')
  await page.unroute('**/file/**')
  await closeLayer()
}
