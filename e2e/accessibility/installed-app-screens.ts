import { openFiles } from '../src/files-page.ts'
import { expect, signUp } from '../src/holdall.ts'
import { activeWorker, shareFiles } from '../src/installed-app.ts'
import type { Holdall } from '../src/server.ts'
import { close, heading, type Inspector } from './inspector.ts'

/** What only the installed app shows: shared files, and the screen without a connection. */
export async function installedApp({ page, scan }: Inspector, { url }: Holdall): Promise<void> {
  await signUp(page, url)
  await openFiles(page, url)
  await activeWorker(page)
  await shareFiles(page, ['letter.txt', `${'a long name '.repeat(12)}.txt`])
  await expect(page.getByRole('dialog', { name: 'Upload to Holdall' }).getByText('letter.txt')).toBeVisible()
  await scan('shared files')
  await close(page)
  await page.goto(`${url}/platform/files?shared=too-many`)
  await expect(page.getByRole('dialog', { name: 'These files can’t be uploaded' })).toBeVisible()
  await scan('shared files, too many')
  await close(page)
  // The server is there: only what the screen asks it has no answer.
  await page.route('**/healthz', (route) => route.abort())
  await page.goto(`${url}/ui/offline`)
  await heading(page, 'Can’t reach the server')
  await scan('no connection')
  await page.unroute('**/healthz')
}
