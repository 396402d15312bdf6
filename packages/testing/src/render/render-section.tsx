import {
  browseNotifications,
  type ClientConfig,
  clientConfig,
  currentUser,
  readNotifications,
  signOut,
  type User,
  updateSetting,
} from '@holdall/api'
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
// oxlint-disable-next-line no-restricted-imports -- only this package imports the shell, because tests run in the real one.
import {
  createHost,
  createLog,
  createPopups,
  createRouterLink,
  createSections,
  createSlots,
  createSpotlightProviders,
  GlobalElements,
  SpotlightKey,
  type Host,
  HostProvider,
  RouterLinkKeeper,
  shellMessages,
} from '@holdall/shell/testing'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, type RenderResult } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createIntl, IntlProvider } from 'react-intl'
import { makeConfig } from '@holdall/api/testing'
import { makeUser } from '../fixtures/make-user.ts'
import { type FakeServer, fakeServer } from '../server/fake-server.ts'
import { bootOf, containerOf } from './make-boot-data.ts'
import { idleUploads } from './idle-uploads.ts'

export interface RenderSectionOptions {
  /** Path, query and fragment of the page. */
  readonly path: string
  /** State of the history entry, as `navigate(path, { state })` sets it. */
  readonly state?: unknown
  /** The signed-in user; default: `makeUser()`. */
  readonly session?: User | 'anonymous'
  readonly config?: Partial<ClientConfig>
  readonly server?: FakeServer
  readonly locale?: string
  /** Replaces the upload engine; default: `idleUploads()`. */
  readonly uploads?: UploadsApi
  /** Called in place of loading the page again. */
  readonly reload?: () => void
  /** Further sections that are installed and not loaded yet; their popups, slots and spotlight are loaded on demand. */
  readonly others?: readonly SectionModule[]
  /** A part of the shell to render before the section, such as the navigation; default: none. */
  readonly before?: ReactNode
}

export interface RenderedSection extends RenderResult {
  readonly host: Host
  readonly server: FakeServer
  readonly user: UserEvent
  readonly queryClient: QueryClient
  /** Current path, query and fragment. The router updates them asynchronously: use it in `waitFor`. */
  readonly address: () => string
}

/** Mounts a section in the real shell, with its host, popups and toasts, a memory router and a fake server. */
export async function renderSection(section: SectionModule, options: RenderSectionOptions): Promise<RenderedSection> {
  const { path, server = fakeServer(), session = makeUser(), locale = 'en-US', others = [] } = options
  const config = makeConfig({ locale, isAuthenticated: session !== 'anonymous', ...options.config })
  const language: Language = { locale, edits: {} }
  const messages = await Promise.all(
    [section, ...others].map(async (each) => [each, await fetchOnce(messagesFor(each, locale))] as const),
  )
  const shellIntl = createIntl({ locale, messages: shellMessages })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } })
  const { pathname, search, hash } = new URL(path, 'http://localhost')
  const router = createRouterLink({ pathname, search, hash })
  const boot = bootOf(messages, config)
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
        host.session.refused()
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
  // Loads the page's code before it renders, so that tests wait for the page itself only.
  await Promise.all(shown.map((route) => fetchOnce(route.page)))
  // And its further messages: a page that suspends while it is rendered first is not resumed within `act`.
  await Promise.all((section.packageMessages ?? []).map((messages) => fetchOnce(messagesFor({ messages }, locale))))
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
              <GlobalElements />
            </SlotContext>
            <SpotlightKey />
          </MemoryRouter>
        </HostProvider>
      </QueryClientProvider>
    </IntlProvider>,
  )
  const address = () => {
    const place = router.place.get()
    return place.pathname + place.search + place.hash
  }
  return { ...result, host, server, user: userEvent.setup(), queryClient, address }
}

function addDefaults(server: FakeServer, config: ClientConfig, session: User | 'anonymous') {
  server.onDefault(clientConfig, config)
  server.onDefault(signOut, {})
  server.onDefault(updateSetting, {})
  server.onDefault(readNotifications, {})
  server.onDefault(browseNotifications, {
    data: [],
    meta: { unread: 0, paginate: { currentPage: 1, lastPage: 1, perPage: 50, from: null, to: null, total: 0 } },
  })
  if (session !== 'anonymous') server.onDefault(currentUser, { data: session })
}

function memoryStorage(first: Readonly<Record<string, string>>) {
  const kept = new Map(Object.entries(first))
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
