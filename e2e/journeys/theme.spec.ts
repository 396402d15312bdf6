import { openFiles } from '../src/files-page.ts'
import { expect, signUp, test } from '../src/holdall.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('there is no motion where reduced motion is preferred', { tag: '@full' }, async ({ page, holdall }) => {
  await signUp(page, holdall.url)
  await openFiles(page, holdall.url)
  const longest = () =>
    page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('*')].flatMap((element) => {
          const { transitionDuration, animationDuration, animationName } = getComputedStyle(element)
          const durations = animationName === 'none' ? transitionDuration : `${transitionDuration},${animationDuration}`
          return durations.split(',').map((text) => (text.includes('ms') ? parseFloat(text) : parseFloat(text) * 1000))
        }),
      ),
    )
  const open = async () => {
    await page.getByRole('button', { name: 'New folder' }).click()
    await expect(page.getByRole('dialog', { name: 'New folder' })).toBeVisible()
  }
  await open()
  expect(await longest()).toBeGreaterThan(50)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await open()
  expect(await longest()).toBeLessThanOrEqual(1)
})
