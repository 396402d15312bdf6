import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { admin, type Holdall, startHoldall } from '../src/server.ts'

let folder: string
let holdall: Holdall
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'holdall-logo-'))
  const logo = path.join(folder, 'logo.svg')
  await writeFile(
    logo,
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"><rect width="64" height="32" fill="#c33"/></svg>',
  )
  holdall = await startHoldall({ env: { HOLDALL_LOGO: logo } })
})
test.afterAll(async () => {
  await holdall.stop()
  await rm(folder, { recursive: true, force: true })
})

test('the operator’s logo replaces the default logo on every page', { tag: '@full' }, async ({ page }) => {
  const logo = page.locator('img[src^="/logo/"]')
  const isDrawn = () => logo.first().evaluate((image: HTMLImageElement) => image.naturalWidth)
  await page.goto(`${holdall.url}/sign-in`)
  await expect(logo.first()).toBeVisible()
  await expect.poll(isDrawn).toBe(64)
  await page.goto(`${holdall.url}/share/no-such-link-anywhere`)
  await expect(logo.first()).toBeVisible()
  await page.request.post(`${holdall.url}/login`, { data: admin })
  await page.goto(`${holdall.url}/platform/files`)
  await expect(page.getByRole('navigation').locator(logo).first()).toBeVisible()
  await expect.poll(isDrawn).toBe(64)
  await page.goto(`${holdall.url}/nowhere`)
  await expect(logo.first()).toBeVisible()
})
