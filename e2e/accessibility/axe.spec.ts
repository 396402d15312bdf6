import { expect, test } from '../src/holdall.ts'
import type { Holdall } from '../src/server.ts'
import { beforeInstallation, type Inspector, inspector } from './inspector.ts'
import { installedApp } from './installed-app-screens.ts'
import { keyScreens } from './key-screens.ts'
import { accountPages, linkPages, visitorPages } from './pages.ts'
import { previews } from './preview-screens.ts'
import { setupSteps } from './right-to-left-screens.ts'

// Its tests are distributed over the workers, and the first of them to run are its longest.
test.describe.configure({ mode: 'parallel' })

/** Every screen with a layout of its own, how many there are at least, and which are also examined in the dark theme. */
const groups: readonly {
  readonly title: string
  readonly atLeast: number
  readonly alsoInDark?: readonly string[]
  run(inspect: Inspector, holdall: Holdall): Promise<void>
}[] = [
  {
    title: 'pages of an account',
    atLeast: 20,
    alsoInDark: ['files', 'files, grid with a selection', 'trash', 'profile', 'dashboard'],
    run: accountPages,
  },
  {
    title: 'previews, shared files and the screen without a connection',
    atLeast: 17,
    alsoInDark: ['preview, c.csv'],
    async run(inspect, holdall) {
      await previews(inspect, holdall)
      await installedApp(inspect, holdall)
    },
  },
  {
    title: 'pages of visitors',
    atLeast: 18,
    alsoInDark: ['link to a folder'],
    async run(inspect, holdall) {
      await visitorPages(inspect, holdall)
      await linkPages(inspect, holdall)
    },
  },
  { title: 'setup', atLeast: 7, run: (inspect) => beforeInstallation((fresh) => setupSteps(inspect, fresh)) },
]

for (const { title, atLeast, alsoInDark = [], run } of groups)
  test(`axe finds nothing and nothing scrolls sideways: ${title}`, async ({ browser, holdall }) => {
    const inspect = await inspector(browser, {
      widths: [1440],
      onlyInLight: (screen) => !alsoInDark.includes(screen),
    })
    try {
      await run(inspect, holdall)
    } finally {
      expect.soft(inspect.found.join('\n')).toBe('')
    }
    expect(inspect.seen.length).toBeGreaterThanOrEqual(atLeast)
    expect(inspect.seen).toEqual(expect.arrayContaining([...alsoInDark]))
    await inspect.end()
  })

test('axe finds nothing and nothing scrolls sideways on twelve screens, light and dark, in Arabic', async ({
  browser,
  holdall,
}) => {
  const inspect = await inspector(browser, { widths: [1440] })
  await keyScreens(inspect, holdall)
  expect(inspect.found.join('\n')).toBe('')
  expect(inspect.seen).toHaveLength(12)
  await inspect.end()
})
