import { expect, test } from '../src/holdall.ts'
import { type Holdall, startHoldall } from '../src/server.ts'
import { account, administration, setup } from './account-screens.ts'
import { inspector } from './inspector.ts'
import { lists } from './list-screens.ts'
import { popups } from './popup-screens.ts'
import { previews } from './preview-screens.ts'
import { rightToLeft } from './right-to-left-screens.ts'
import { beforeSignIn, links } from './visitor-screens.ts'

// The longest spec: its tests are distributed over the workers.
test.describe.configure({ mode: 'parallel' })

let fresh: Holdall
test.beforeAll(async () => {
  fresh = await startHoldall({ installed: false })
})
test.afterAll(() => fresh.stop())

for (const width of [1440, 360] as const) {
  test(`axe finds nothing and nothing scrolls sideways, light and dark, ${String(width)} px`, async ({
    browser,
    holdall,
  }) => {
    test.setTimeout(400_000)
    const inspect = await inspector(browser, { widths: [width] })
    const phone = width === 360
    const step = (title: string, run: () => Promise<void>) =>
      test.step(title, async () => {
        await run()
        expect.soft(inspect.found.splice(0).join('\n')).toBe('')
      })
    await step('before sign-in', () => beforeSignIn(inspect, holdall))
    await step('lists', () => lists(inspect, holdall, phone))
    await step('popups', () => popups(inspect, holdall, phone))
    await step('previews', () => previews(inspect, holdall))
    await step('links', () => links(inspect, holdall))
    await step('account', () => account(inspect, holdall, phone))
    await step('administration', () => administration(inspect, holdall))
    await step('setup', () => setup(inspect, fresh))
    expect(inspect.seen.length).toBeGreaterThanOrEqual(120)
    await inspect.end()
  })
}

test('axe finds nothing and nothing scrolls sideways, in Arabic', async ({ browser, holdall }) => {
  test.setTimeout(300_000)
  const inspect = await inspector(browser, { widths: [1440, 360], themes: ['light'] })
  await rightToLeft(inspect, holdall, fresh)
  expect(inspect.found.join('\n')).toBe('')
  expect(inspect.seen.length).toBeGreaterThanOrEqual(25)
  await inspect.end()
})
