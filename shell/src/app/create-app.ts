import type { BootData } from '@holdall/api'
import type { ApiClient } from '@holdall/api-client'
import { fetchOnce, matchPath, messagesFor } from '@holdall/section'
import type { QueryClient } from '@tanstack/react-query'
import { createHost, type Host } from '../host.ts'
import { type ConnectableLink, createRouterLink, type Place } from '../navigation/router-link.ts'
import { browserStorage } from '../preferences/storage.ts'
import type { LoadEntry } from '../sections/federation.ts'
import { createPopups } from '../sections/popups.tsx'
import { createSections, type SectionsDeps, type ShellSections } from '../sections/sections.ts'
import { createSpotlightProviders } from '../sections/spotlight.ts'
import { knownSections } from '../navigation/catalogue.ts'
import { decide } from './guard.ts'
import { loadLanguage } from './language.ts'
import { loadTray } from '../uploads/load-tray.ts'
import { laterUploads, quietAfterSignIn } from './later-uploads.ts'
import { reloadOnce } from './reload-once.ts'

const laterEndpoints = () => import('./later-endpoints.ts')

export interface AppDeps {
  readonly boot: BootData
  readonly api: ApiClient
  readonly queryClient: QueryClient
  readonly loadEntry: LoadEntry
  readonly explain: SectionsDeps['explain']
  readonly place: Place
  readonly production: boolean
}

export interface Running {
  readonly host: Host
  readonly sections: ShellSections
  readonly language: Awaited<ReturnType<typeof loadLanguage>>
  readonly link: ConnectableLink
  /** Resolves once the code of the first page is here, or cannot be. */
  readonly firstPage: Promise<void>
}

/** Puts the page together. The section that the address belongs to is fetched beside the words and the session. */
export async function createApp(deps: AppDeps): Promise<Running> {
  const { boot, api, queryClient, place } = deps
  let hostIsReady: (host: Host) => void = () => {}
  const hostReady = new Promise<Host>((resolve) => {
    hostIsReady = resolve
  })
  const storage = browserStorage()
  const sections = createSections({
    composed: boot.sections,
    recompose: async () => api.call((await laterEndpoints()).sections),
    loadEntry: deps.loadEntry,
    explain: deps.explain,
    host: hostReady,
    production: deps.production,
    onFailure({ id, version }, { message, address }) {
      const body = { id, version, reason: message.slice(0, 500), address: address?.slice(0, 500) ?? null }
      // Nobody waits for it, and nothing follows when the server cannot be told.
      laterEndpoints()
        .then(({ reportFailure }) => api.call(reportFailure, { body }))
        .catch(() => undefined)
      void hostReady.then(({ events, log }) => {
        log.error(`Section ${id} ${version} failed: ${message}`)
        events.emit('section.failed', { id })
      })
    },
    onLastGood(id, version) {
      void hostReady.then((host) => {
        tellAdmin(host, id, version)
      })
    },
  })
  const firstPage = fetchFirst(deps, sections)

  const language = await loadLanguage({
    api,
    locale: boot.config.locale,
    told: boot.translations,
    isDevelopment: !deps.production,
    reload: () =>
      reloadOnce(storage, () => {
        location.reload()
      }),
  })
  const link = createRouterLink(place)
  const host = createHost({
    boot,
    api,
    queryClient,
    router: link,
    sections,
    storage,
    matchMedia: (query) => matchMedia(query),
    resolvePopup: createPopups(sections, language),
    spotlightProviders: createSpotlightProviders(sections, language),
    text: (id, values) => language.intl.formatMessage({ id }, values),
    reload: () => {
      location.reload()
    },
    uploads: (parts) =>
      laterUploads({
        async load() {
          // With the tray: both are there when the connection is not.
          const [{ createUploads }] = await Promise.all([import('../uploads/create-uploads.ts'), loadTray()])
          return createUploads({ api, config: boot.config, ...parts })
        },
        needed: quietAfterSignIn(parts.session),
        session: parts.session,
        onUnavailable() {
          parts.toasts.show({ type: 'info', message: parts.text('uploads.kept_until_connected') })
        },
      }),
  })
  hostIsReady(host)
  return { host, sections, language, link, firstPage }
}

/** What the address will show, guessed from what the page says of the session; a wrong guess costs only a download. */
async function fetchFirst({ boot, place }: AppDeps, sections: ShellSections): Promise<void> {
  const { config } = boot
  const known = knownSections(boot.sections)
  const look = (pathname: string, search: string) =>
    decide({
      place: { pathname, search, hash: '' },
      session: { state: 'anonymous' },
      config,
      known,
      composed: boot.sections,
    })
  let { pathname } = place
  let decision = look(pathname, place.search)
  if (decision.kind === 'go' && !config.isAuthenticated) {
    pathname = decision.to.split('?')[0] ?? '/'
    decision = look(pathname, '')
  }
  const id =
    decision.kind === 'show'
      ? decision.id
      : known.find(({ routes }) => routes.some(({ path }) => path.split('/')[1] === place.pathname.split('/')[1]))?.id
  // Its place on the page says how it went.
  if (!id) return
  try {
    const { module } = await sections.load(id)
    const route = module.routes.find(({ path }) => matchPath(path, pathname))
    await Promise.all([route && fetchOnce(route.page), fetchOnce(messagesFor(module, config.locale))])
  } catch {
    // The page says how it went, once it is drawn.
  }
}

function tellAdmin({ session, toasts, text }: Host, id: string, version: string): void {
  const now = session.get()
  if (now.state === 'signed-in' && now.user.attributes.role === 'admin')
    toasts.show({ type: 'danger', message: text('section.last_good', { id, version }) })
}
