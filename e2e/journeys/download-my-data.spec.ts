import { readFile } from 'node:fs/promises'
import { readZip } from '../../server/src/testing/read-zip.ts'
import { sql } from '../src/database.ts'
import { expect, putFile, signUp, test } from '../src/holdall.ts'

test('a copy of all data is requested with the password, made, and downloaded with the files in it', async ({
  page,
  holdall,
}) => {
  const { url } = holdall
  const person = await signUp(page, url)
  await putFile(page, url, 'plan.txt', Buffer.from('to the lake'))
  sql(holdall, 'update sessions set confirmed_at = 1000')
  await page.goto(`${url}/user/settings/storage`)
  await page.getByRole('button', { name: 'Download my data' }).click()
  await page
    .getByRole('dialog', { name: 'Confirm that it’s you' })
    .getByLabel('Password', { exact: true })
    .fill(person.password)
  await page.keyboard.press('Enter')
  const link = page.getByRole('main').getByRole('link', { name: 'Download', exact: true })
  await expect(link).toBeVisible()

  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  const entries = await readZip(await readFile(await download.path()))
  const plan = entries.find(({ path }) => path.endsWith('/plan.txt'))
  expect(plan?.content.toString()).toBe('to the lake')
})
