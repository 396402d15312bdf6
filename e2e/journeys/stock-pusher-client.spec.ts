import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type PusherClient from 'pusher-js'
import { expect, signUp, test } from '../src/holdall.ts'

const library = createRequire(import.meta.url).resolve('pusher-js/dist/web/pusher.min.js')

// The library comes from this test, and not from the server, whose policy it would violate.
test.use({ bypassCSP: true })

/** A page of the server with the client library as it is published, and nothing of Holdall. */
async function openEmptyPage(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/healthz`)
  await page.addScriptTag({ path: library })
}

/** Connects as the documentation of the library says. What happens is noted in `window.seen`. */
function connect(page: Page, key: string, channels: readonly string[]): Promise<void> {
  return page.evaluate(
    ({ key: appKey, names }) => {
      const { Pusher } = window as Window & { Pusher?: typeof PusherClient }
      if (!Pusher) throw new Error('The library is not loaded.')
      const seen: string[] = []
      Object.assign(window, { seen })
      const pusher = new Pusher(appKey, {
        cluster: '',
        wsHost: location.hostname,
        wsPort: Number(location.port),
        forceTLS: false,
        enabledTransports: ['ws'],
        channelAuthorization: { endpoint: '/broadcasting/auth', transport: 'ajax' },
      })
      for (const name of names) {
        pusher.subscribe(name).bind_global((event: string, data: unknown) => {
          seen.push(`${name} ${event} ${JSON.stringify(data)}`)
        })
      }
    },
    { key, names: channels },
  )
}

const seen = (page: Page) => page.evaluate(() => (window as Window & { seen?: readonly string[] }).seen ?? [])

test(
  'pusher-js without code of ours connects, authorises, receives, and reconnects after the server was killed',
  { tag: '@full' },
  async ({ page, holdall }) => {
    const { url } = holdall
    await signUp(page, url)
    const { data: user } = (await (await page.request.get(`${url}/api/user`)).json()) as { data: { id: string } }
    const { broadcasting } = (await (await page.request.get(`${url}/api/config`)).json()) as {
      broadcasting: { key: string }
    }
    const own = `private-user.${user.id}`
    const foreign = 'private-user.01890000-0000-7000-8000-000000000000'
    const createFolder = async (name: string) => {
      expect((await page.request.post(`${url}/api/create-folder`, { data: { name } })).status()).toBe(201)
    }
    await openEmptyPage(page, url)
    await connect(page, broadcasting.key, [own, foreign])
    await expect.poll(() => seen(page)).toContain(`${own} pusher:subscription_succeeded {}`)
    await expect.poll(async () => (await seen(page)).join()).toContain(`${foreign} pusher:subscription_error`)
    await createFolder('first')
    await expect.poll(() => seen(page)).toContain(`${own} files.changed {"folderIds":[null]}`)

    const before = (await seen(page)).length
    await holdall.kill('SIGKILL')
    await holdall.restart()
    // Its own times between attempts are some seconds.
    const since = async () => (await seen(page)).slice(before)
    await expect.poll(since, { timeout: 40_000 }).toContain(`${own} pusher:subscription_succeeded {}`)
    await createFolder('second')
    await expect.poll(since).toContain(`${own} files.changed {"folderIds":[null]}`)
  },
)
