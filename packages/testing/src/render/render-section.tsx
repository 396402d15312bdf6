import { type ClientConfig, clientConfig, currentUser, signOut, updateSetting, type User } from '@holdall/api'
import { api, configureApi } from '@holdall/api-client'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import {
  MemoryRouter,
  type Messages,
  type PopupName,
  type PopupProps,
  Route,
  Routes,
  type SectionModule,
  type UploadsApi,
} from '@holdall/section'
// oxlint-disable-next-line no-restricted-imports -- this package alone may: tests run in the real shell.
import {
  createHost,
  createLog,
  createRouterLink,
  GlobalElements,
  type Host,
  HostProvider,
  RouterLinkKeeper,
  shellMessages,
} from '@holdall/shell/testing'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, type RenderResult } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { createIntl, IntlProvider } from 'react-intl'
import { makeConfig } from '../make/config.ts'
import { makeUser } from '../make/user.ts'
import { type FakeServer, fakeServer } from '../server/fake-server.ts'
import { bootOf } from './boot.ts'

export interface RenderSectionOptions {
  /** Where the page is: path and query. */
  readonly path: string
  /** Who is signed in; `makeUser()` unless said. */
  readonly session?: User | 'anonymous'
  readonly config?: Partial<ClientConfig>
  readonly server?: FakeServer
  readonly locale?: string
  /** Stands in for the upload engine; an idle one unless said. */
  readonly uploads?: UploadsApi
}

export interface RenderedSection extends RenderResult {
  readonly host: Host
  readonly server: FakeServer
  readonly user: UserEvent
  readonly queryClient: QueryClient
  /** Path and query of the page as it is now. */
  readonly address: () => string
}

/** Mounts a section in the real shell: its host, its popups and toasts, a router in memory and a fake server. */
export async function renderSection(section: SectionModule, options: RenderSectionOptions): Promise<RenderedSection> {
  const { path, server = fakeServer(), session = makeUser(), locale = 'en-US' } = options
  const config = makeConfig({ locale, isAuthenticated: session !== 'anonymous', ...options.config })
  const messages = { ...shellMessages, ...(await messagesOf(section, locale)) }
  const intl = createIntl({ locale, messages })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } })
  const router = createRouterLink({ pathname: '/', search: '', hash: '' })
  const words = (children: ReactNode) => (
    <IntlProvider locale={locale} messages={messages}>
      {children}
    </IntlProvider>
  )

  const boot = bootOf(section, config, messages)
  const host = createHost({
    boot,
    api,
    router,
    queryClient,
    sections: {
      ...constant({ [section.id]: { state: 'ready', version: section.version, lastGood: false } }),
      retry() {},
    },
    resolvePopup: (name) => loadPopup(section, name),
    spotlightProviders: () =>
      (section.spotlight ?? []).map((provider) => ({ provider, label: intl.formatMessage({ id: provider.labelKey }) })),
    storage: memoryStorage(),
    matchMedia: (query) => window.matchMedia(query),
    uploads: () => options.uploads ?? idleUploads(),
    text: (id, values) => intl.formatMessage({ id }, values),
    log: createLog({ warn() {}, error() {} }),
  })
  addDefaults(server, config, session)
  configureApi({
    http: server.http,
    onUnauthenticated: () => {
      act(() => {
        host.session.expire()
      })
    },
  })
  await host.start()
  await section.start?.(host, new AbortController().signal)

  const result = render(
    words(
      <QueryClientProvider client={queryClient}>
        <HostProvider host={host}>
          <MemoryRouter initialEntries={[path]}>
            <RouterLinkKeeper link={router} />
            <Suspense fallback={null}>
              <Routes>
                {section.routes.map((route) => {
                  const Page = lazy(async () => ({ default: await route.page() }))
                  return <Route key={route.path} path={route.path} element={<Page />} />
                })}
                <Route path="*" element={null} />
              </Routes>
            </Suspense>
            <GlobalElements />
          </MemoryRouter>
        </HostProvider>
      </QueryClientProvider>,
    ),
  )
  // The page's code comes a moment later, as in the browser.
  await act(async () => {
    await Promise.all(section.routes.map((route) => route.page()))
  })
  const address = () => {
    const { pathname, search } = router.place.get()
    return pathname + search
  }
  return { ...result, host, server, user: userEvent.setup(), queryClient, address }
}

async function messagesOf(section: SectionModule, locale: string): Promise<Messages> {
  const own = section.messages[locale]
  return { ...(await section.messages['en-US']()), ...(own && (await own())) }
}

async function loadPopup(section: SectionModule, name: PopupName): Promise<ComponentType<PopupProps>> {
  const popup = section.popups?.[name]
  if (!popup) throw new Error(`The section ${section.id} has no popup named ${name}.`)
  return (await popup()) as ComponentType<PopupProps>
}

function addDefaults(server: FakeServer, config: ClientConfig, session: User | 'anonymous') {
  server.onUnlessSaid(clientConfig, config)
  server.onUnlessSaid(signOut, {})
  server.onUnlessSaid(updateSetting, {})
  if (session !== 'anonymous') server.onUnlessSaid(currentUser, { data: session })
}

function constant<T>(value: T) {
  return { get: () => value, subscribe: () => () => {} }
}

function memoryStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

function idleUploads(): UploadsApi {
  const nothing = () => {}
  return {
    ...constant([]),
    add: nothing,
    pause: nothing,
    resume: nothing,
    cancel: nothing,
    retry: nothing,
    clear: nothing,
  }
}
