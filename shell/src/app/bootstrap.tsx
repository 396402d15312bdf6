import { type BootData, directionOf } from '@holdall/api'
import { api, configureApi } from '@holdall/api-client'
import { BrowserRouter } from '@holdall/section'
import { addGlobalStyle } from '@holdall/ui'
import { nextTask } from '@holdall/ui/next-task'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RawIntlProvider } from 'react-intl'
import { App } from './app.tsx'
import { createApp } from './create-app.ts'
import { prefetchNavigation } from './app-layout.tsx'
import { createQueryClient } from '../api/query-client.ts'
import { RootBoundary, RootError } from '../error-pages/root-boundary.tsx'
import { StartScreen } from './start-screen.tsx'
import { HostProvider } from '../host/host-provider.tsx'
import { explain, loadEntry } from '../sections/federation.ts'
import type { ShellSession } from '../session/session.ts'

const container = document.getElementById('root')
if (!container) throw new Error('The page has no #root.')
const root = createRoot(container)
addGlobalStyle()

/** The skeleton of the page is replaced after this time at the latest: a slow section shows its own. */
const MAX_SKELETON_MS = 4000

const showStartScreen = () => {
  root.render(<StartScreen />)
}

async function start(): Promise<void> {
  const hasSkeleton = (document.documentElement.dataset['page'] ?? 'none') !== 'none'
  if (!hasSkeleton) showStartScreen()
  await nextTask()
  const boot = await readBoot()
  // SPEC "Root screen": a spinner is shown while the translations are fetched.
  if (hasSkeleton && !boot.translations) showStartScreen()
  const { config } = boot
  const { documentElement: page } = document
  page.lang = config.locale
  page.dir = directionOf(config.locale)
  if (config.logo) page.dataset['logo'] = config.logo

  const paint = config.accent ? paintAccent(config.accent) : undefined

  let socketId: string | undefined
  let session: Pick<ShellSession, 'refused' | 'forbidFolder' | 'version'> | undefined
  configureApi({
    baseUrl: config.api,
    sessionVersion: () => session?.version(),
    socketId: () => socketId,
    onUnauthenticated: () => session?.refused(),
    onFolderForbidden: (path) => session?.forbidFolder(path),
  })
  const queryClient = createQueryClient()
  await nextTask()
  const app = await createApp({
    boot,
    api,
    queryClient,
    loadEntry,
    explain,
    place: location,
    production: process.env['NODE_ENV'] === 'production',
    setSocketId(id) {
      socketId = id
    },
  })
  const { host, sections, language, link } = app
  session = host.session
  const firstPage =
    hasSkeleton && Promise.race([app.firstPage, new Promise((resolve) => setTimeout(resolve, MAX_SKELETON_MS))])
  await Promise.all([host.start(), paint, prefetchNavigation(location.pathname), firstPage])
  // A transition renders in slices: a slow device handles input between them.
  startTransition(() => {
    root.render(
      <StrictMode>
        <RawIntlProvider value={language.intl}>
          <RootBoundary log={host.log}>
            <QueryClientProvider client={queryClient}>
              <HostProvider host={host}>
                <BrowserRouter>
                  <App sections={sections} language={language} link={link} />
                </BrowserRouter>
              </HostProvider>
            </QueryClientProvider>
          </RootBoundary>
        </RawIntlProvider>
      </StrictMode>,
    )
  })
}

/** The boot data in the page. In development the block is missing and the data is fetched. */
async function readBoot(): Promise<BootData> {
  const block = document.getElementById('holdall-boot')?.textContent.trim()
  // Page and script are of the same build: the block is not validated.
  if (block?.startsWith('{')) return JSON.parse(block) as BootData
  const { clientConfig, sections } = await import('../api/lazy-endpoints.ts')
  const [config, composed] = await Promise.all([api.call(clientConfig), api.call(sections)])
  return { config, sections: composed }
}

/** Loaded only where the operator has set an accent colour. */
async function paintAccent(accent: string): Promise<void> {
  const { applyAccent } = await import('@holdall/ui')
  applyAccent(accent)
}

start().catch((error: unknown) => {
  console.error(error)
  root.render(<RootError />)
})
