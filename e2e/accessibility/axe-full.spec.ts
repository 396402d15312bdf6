import { expect, test } from '../src/holdall.ts'
import type { Holdall } from '../src/server.ts'
import { account, administration } from './account-screens.ts'
import { beforeInstallation, type Inspector, inspector } from './inspector.ts'
import { installedApp } from './installed-app-screens.ts'
import { lists } from './list-screens.ts'
import { openServer } from './open-server-screens.ts'
import { ownAccount } from './own-account-screens.ts'
import { popups } from './popup-screens.ts'
import { previews } from './preview-screens.ts'
import { publicPages } from './public-page-screens.ts'
import { rightToLeft } from './right-to-left-screens.ts'
import { setup } from './setup-screens.ts'
import { signInMethods } from './sign-in-method-screens.ts'
import { teamFolders } from './team-folder-screens.ts'
import { beforeSignIn, links, teamInvitations, uploadRequests } from './visitor-screens.ts'

// Its tests are distributed over the workers, and the first of them to run are its longest.
test.describe.configure({ mode: 'parallel' })

/** Screens that are examined one after another in one page, and how many there are at least. */
interface Group {
  readonly title: string
  readonly atLeast: number
  run(inspect: Inspector, holdall: Holdall, phone: boolean): Promise<void>
}

const groups: readonly Group[] = [
  { title: 'lists', atLeast: 46, run: lists },
  { title: 'popups', atLeast: 33, run: popups },
  { title: 'public pages', atLeast: 38, run: publicPages },
  {
    title: 'setup',
    atLeast: 30,
    run: (inspect) => beforeInstallation((fresh) => setup(inspect, fresh)),
  },
  { title: 'installed app', atLeast: 3, run: installedApp },
  {
    title: 'previews, links and upload requests',
    atLeast: 52,
    async run(inspect, holdall) {
      await previews(inspect, holdall)
      await links(inspect, holdall)
      await uploadRequests(inspect, holdall)
    },
  },
  { title: 'team folders', atLeast: 15, run: teamFolders },
  { title: 'second factor, passkeys, providers and API tokens', atLeast: 18, run: signInMethods },
  {
    title: 'e-mail, data and deletion of the account, demo and reCAPTCHA',
    atLeast: 21,
    async run(inspect, holdall) {
      await ownAccount(inspect, holdall)
      await openServer(inspect)
    },
  },
  {
    title: 'sign-in, invitations, account and administration',
    atLeast: 42,
    async run(inspect, holdall, phone) {
      await beforeSignIn(inspect, holdall)
      await teamInvitations(inspect, holdall, phone)
      await account(inspect, holdall, phone)
      await administration(inspect, holdall)
    },
  },
]

for (const { title, atLeast, run } of groups) {
  for (const width of [1440, 360] as const) {
    test(`axe finds nothing and nothing scrolls sideways, light and dark, ${String(width)} px: ${title}`, async ({
      browser,
      holdall,
    }) => {
      const inspect = await inspector(browser, { widths: [width] })
      try {
        await run(inspect, holdall, width === 360)
      } finally {
        expect.soft(inspect.found.join('\n')).toBe('')
      }
      expect(inspect.seen.length).toBeGreaterThanOrEqual(atLeast)
      await inspect.end()
    })
  }
}

test('axe finds nothing and nothing scrolls sideways, in Arabic', async ({ browser, holdall }) => {
  const inspect = await inspector(browser, { widths: [1440, 360], onlyInLight: () => true })
  await beforeInstallation((fresh) => rightToLeft(inspect, holdall, fresh))
  expect(inspect.found.join('\n')).toBe('')
  expect(inspect.seen.length).toBeGreaterThanOrEqual(31)
  await inspect.end()
})
