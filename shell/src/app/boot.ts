import type { BootData } from '@holdall/api'
import type { ApiClient } from '@holdall/api-client'

/** What the server wrote into the page; asked for where it is not there, as in development. */
export async function readBoot(api: ApiClient, page: Document = document): Promise<BootData> {
  const block = page.getElementById('holdall-boot')?.textContent.trim()
  // The page is the server's own, of the very same build: its block is taken as it is.
  if (block?.startsWith('{')) return JSON.parse(block) as BootData
  const { clientConfig, sections } = await import('./later-endpoints.ts')
  const [config, composed] = await Promise.all([api.call(clientConfig), api.call(sections)])
  return { config, sections: composed }
}
