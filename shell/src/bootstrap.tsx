import { api, configureApi } from '@holdall/api-client'
import { BrowserRouter } from '@holdall/section'
import { GlobalStyle } from '@holdall/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RawIntlProvider } from 'react-intl'
import { App } from './app/app.tsx'
import { readBoot } from './app/boot.ts'
import { createApp } from './app/create-app.ts'
import { directionOf } from './app/language.ts'
import { prepareFrame } from './app/frame.tsx'
import { nextTask } from './app/next-task.ts'
import { createQueryClient } from './app/query-client.ts'
import { RootBoundary, RootError } from './app/root-boundary.tsx'
import { StartScreen } from './app/start-screen.tsx'
import { HostProvider } from './host-provider.tsx'
import { explain, loadEntry } from './sections/federation.ts'
import type { ShellSession } from './session/session.ts'

const container = document.getElementById('root')
if (!container) throw new Error('The page has no #root.')
const root = createRoot(container)

/** The skeleton that came with the page stays no longer than this: a section that is slow shows its own. */
const SKELETON_MS = 4000

const showStartScreen = () => {
  root.render(
    <>
      <GlobalStyle />
      <StartScreen />
    </>,
  )
}

async function start(): Promise<void> {
  const hasSkeleton = (document.documentElement.dataset['page'] ?? 'none') !== 'none'
  if (!hasSkeleton) showStartScreen()
  await nextTask()
  const boot = await readBoot(api)
  // SPEC "Root screen": where the translations are still to be fetched, a spinner waits for them.
  if (hasSkeleton && !boot.translations) showStartScreen()
  const { config } = boot
  const { documentElement: page } = document
  page.lang = config.locale
  page.dir = directionOf(config.locale)
  if (config.logo) page.dataset['logo'] = config.logo

  const paint = config.accent ? paintAccent(config.accent) : undefined

  let session: Pick<ShellSession, 'expire' | 'forbidFolder' | 'version'> | undefined
  configureApi({
    baseUrl: config.api,
    sessionVersion: () => session?.version(),
    onUnauthenticated: () => session?.expire(),
    onFolderForbidden: (path) => session?.forbidFolder(path),
  })
  const queryClient = createQueryClient()
  const app = await createApp({
    boot,
    api,
    queryClient,
    loadEntry,
    explain,
    place: location,
    production: process.env['NODE_ENV'] === 'production',
  })
  const { host, sections, language, link } = app
  session = host.session
  const firstPage = hasSkeleton && Promise.race([app.firstPage, new Promise((later) => setTimeout(later, SKELETON_MS))])
  await Promise.all([host.start(), paint, prepareFrame(location.pathname), firstPage])
  // In slices: on a slow device the page answers between them.
  startTransition(() => {
    root.render(
      <StrictMode>
        <GlobalStyle />
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

/** Only an operator with a colour of their own needs the arithmetic. */
async function paintAccent(accent: string): Promise<void> {
  const { applyAccent } = await import('@holdall/ui')
  applyAccent(accent)
}

start().catch((error: unknown) => {
  console.error(error)
  root.render(
    <>
      <GlobalStyle />
      <RootError />
    </>,
  )
})
