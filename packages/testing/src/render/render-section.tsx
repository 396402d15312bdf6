import { type ClientConfig, clientConfig, currentUser, signOut, type User, updateSetting } from '@holdall/api'
import { api, configureApi } from '@holdall/api-client'
import {
  fetchOnce,
  type Language,
  matchPath,
  MemoryRouter,
  messagesFor,
  type SectionModule,
  SectionRoutes,
  SlotContext,
  type UploadsApi,
} from '@holdall/section'
// oxlint-disable-next-line no-restricted-imports -- this package alone may: tests run in the real shell.
import {
  createHost,
  createLog,
  createPopups,
  createRouterLink,
  createSections,
  createSlots,
  createSpotlightProviders,
  GlobalElements,
  type Host,
  HostProvider,
  RouterLinkKeeper,
  shellMessages,
} from '@holdall/shell/testing'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, configure, render, type RenderResult } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createIntl, IntlProvider } from 'react-intl'
import { makeConfig } from '@holdall/api/testing'
import { makeUser } from '../fixtures/make-user.ts'
import { type FakeServer, fakeServer } from '../server/fake-server.ts'
import { bootOf, containerOf } from './make-boot-data.ts'
import { idleUploads } from './idle-uploads.ts'

// Popups and pages are fetched when they are first wanted; a busy machine takes more than a second to compile them.
configure({ asyncUtilTimeout: 8000 })

export interface RenderSectionOptions {
  /** Where the page is: path and query. */
  readonly path: string
  /** What the page before handed over with the address. */
  readonly state?: unknown
  /** Who is signed in; `makeUser()` unless said. */
  readonly session?: User | 'anonymous'
  readonly config?: Partial<ClientConfig>
  readonly server?: FakeServer
  readonly locale?: string
  /** Stands in for the upload engine; an idle one unless said. */
  readonly uploads?: UploadsApi
  /** Stands in for loading the page again. */
  readonly reload?: () => void
  /** Sections that are installed beside it and not loaded yet: their popups, slots and spotlight are there on demand. */
  readonly others?: readonly SectionModule[]
  /** A part of the shell that is to stand before the section: the navigation does not unless said. */
  readonly before?: ReactNode
}

export interface RenderedSection extends RenderResult {
  readonly host: Host
  readonly server: FakeServer
  readonly user: UserEvent
  readonly queryClient: QueryClient
  /** Path and query of the page as it is now. The router moves in its own time: `await waitFor(…)` after a press. */
  readonly address: () => string
}

/** Mounts a section in the real shell: its host, its popups and toasts, a router in memory and a fake server. */
export async function renderSection(section: SectionModule, options: RenderSectionOptions): Promise<RenderedSection> {
  const { path, server = fakeServer(), session = makeUser(), locale = 'en-US', others = [] } = options
  const config = makeConfig({ locale, isAuthenticated: session !== 'anonymous', ...options.config })
  const language: Language = { locale, edits: {} }
  const words = await Promise.all(
    [section, ...others].map(async (each) => [each, await fetchOnce(messagesFor(each, locale))] as const),
  )
  const shellIntl = createIntl({ locale, messages: shellMessages })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } })
  const { pathname, search, hash } = new URL(path, 'http://localhost')
  const router = createRouterLink({ pathname, search, hash })
  const boot = bootOf(words, config)
  let hostIsReady: (host: Host) => void = () => {}
  const sections = createSections({
    composed: boot.sections,
    recompose: () => Promise.resolve(boot.sections),
    loadEntry: ({ container }) => Promise.resolve([section, ...others].find((each) => containerOf(each) === container)),
    explain: (failure) => Promise.resolve(failure),
    host: new Promise((resolve) => {
      hostIsReady = resolve
    }),
    production: false,
    onFailure() {},
    onLastGood() {},
  })
  const host = createHost({
    boot,
    api,
    router,
    queryClient,
    sections,
    resolvePopup: createPopups(sections, language),
    spotlightProviders: createSpotlightProviders(sections, language),
    storage: memoryStorage({ 'holdall.preferences': '{"cookieNoticeDismissed":true}' }),
    matchMedia: (query) => window.matchMedia(query),
    uploads: () => options.uploads ?? idleUploads(),
    text: (id, values) => shellIntl.formatMessage({ id }, values),
    reload: options.reload ?? (() => {}),
    log: createLog({ warn() {}, error() {} }),
  })
  addDefaults(server, config, session)
  configureApi({
    http: server.http,
    sessionVersion: host.session.version,
    onUnauthenticated: () => {
      act(() => {
        host.session.expire()
      })
    },
    onFolderForbidden: (path) => {
      act(() => {
        host.session.forbidFolder(path)
      })
    },
  })
  await host.start()
  hostIsReady(host)
  await sections.load(section.id)

  const shown = section.routes.filter((route) => matchPath(route.path, pathname))
  // The page's code is there at once: what a test waits for is the page's own doing.
  await Promise.all(shown.map((route) => fetchOnce(route.page)))
  const Slots = createSlots(sections, language)
  const result = render(
    <IntlProvider locale={locale} messages={shellMessages}>
      <QueryClientProvider client={queryClient}>
        <HostProvider host={host}>
          <MemoryRouter initialEntries={[{ pathname, search, hash, state: options.state }]}>
            <RouterLinkKeeper link={router} />
            {options.before}
            <SlotContext value={Slots}>
              <SectionRoutes section={section} language={language} siteName={config.name} skeleton={null} />
            </SlotContext>
            <GlobalElements />
          </MemoryRouter>
        </HostProvider>
      </QueryClientProvider>
    </IntlProvider>,
  )
  const address = () => {
    const { pathname, search } = router.place.get()
    return pathname + search
  }
  return { ...result, host, server, user: userEvent.setup(), queryClient, address }
}

function addDefaults(server: FakeServer, config: ClientConfig, session: User | 'anonymous') {
  server.onUnlessSaid(clientConfig, config)
  server.onUnlessSaid(signOut, {})
  server.onUnlessSaid(updateSetting, {})
  if (session !== 'anonymous') server.onUnlessSaid(currentUser, { data: session })
}

function memoryStorage(first: Readonly<Record<string, string>>) {
  const kept = new Map(Object.entries(first))
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
