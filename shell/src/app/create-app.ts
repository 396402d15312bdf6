import type { BootData } from '@holdall/api'
import { landingOf, matchRoute, type Place } from '@holdall/api/routing'
import type { ApiClient } from '@holdall/api-client'
import { fetchOnce, messagesFor } from '@holdall/section'
import { nextTask } from '@holdall/ui/next-task'
import type { QueryClient } from '@tanstack/react-query'
import { createHost, type Host } from '../host/host.ts'
import { type ConnectableLink, createRouterLink } from '../navigation/router-link.ts'
import { browserStorage, type StorageLike } from '../preferences/storage.ts'
import type { LoadEntry } from '../sections/federation.ts'
import { createPopups } from '../sections/section-popups.tsx'
import { createSections, type SectionsDeps, type ShellSections } from '../sections/sections.ts'
import { createSpotlightProviders } from '../sections/section-spotlight.ts'
import { loadUntilAvailable } from '../connection/wait-for-connection.ts'
import { loadLanguage } from '../language/load-language.ts'
import { loadTray } from '../upload-tray/load-tray.ts'
import { uploadMessages } from '../uploads/upload-messages.ts'
import { lazyUploads, delayAfterSignIn } from './lazy-uploads.ts'
import { reloadOnce } from './reload-once.ts'

const loadLazyEndpoints = () => import('../api/lazy-endpoints.ts')

export interface AppDeps {
  readonly boot: BootData
  readonly api: ApiClient
  readonly queryClient: QueryClient
  readonly loadEntry: LoadEntry
  readonly explain: SectionsDeps['explain']
  readonly place: Place
  readonly production: boolean
  readonly setSocketId: (id: string | undefined) => void
}

export interface Running {
  readonly host: Host
  readonly sections: ShellSections
  readonly language: Awaited<ReturnType<typeof loadLanguage>>
  readonly link: ConnectableLink
  /** Resolves once the code of the first page is loaded, or has failed. */
  readonly firstPage: Promise<void>
}

/** Creates everything that has state. The section of the address is fetched in parallel with messages and session. */
export async function createApp(deps: AppDeps): Promise<Running> {
  const { boot, api, queryClient, place } = deps
  let hostIsReady: (host: Host) => void = () => {}
  const hostReady = new Promise<Host>((resolve) => {
    hostIsReady = resolve
  })
  const storage = browserStorage()
  const sections = createSections({
    composed: boot.sections,
    recompose: async () => api.call((await loadLazyEndpoints()).sections),
    loadEntry: deps.loadEntry,
    explain: deps.explain,
    host: hostReady,
    production: deps.production,
    onFailure({ id, version, base }, { message, address, problem }) {
      const build = base.split('/').at(-2)
      const body = {
        id,
        version,
        build,
        problem,
        reason: message.slice(0, 500),
        address: address?.slice(0, 500) ?? null,
      }
      // Not awaited: a report that cannot be sent is dropped.
      loadLazyEndpoints()
        .then(({ reportFailure }) => api.call(reportFailure, { body }))
        .catch(() => undefined)
      void hostReady.then(({ events, log }) => {
        log.error(`Section ${id} ${version} failed: ${message}`)
        events.emit('section.failed', { id })
      })
    },
    onLastGood(id, version) {
      void hostReady.then((host) => {
        notifyAdmin(host, id, version)
      })
    },
  })
  const firstPage = fetchFirst(deps, sections)

  // As in the start of the page: each of these takes a while on a slow device.
  await nextTask()
  const language = await loadLanguage({
    api,
    locale: boot.config.locale,
    translations: boot.translations,
    isDevelopment: !deps.production,
    reload: () =>
      reloadOnce(storage, () => {
        location.reload()
      }),
  })
  await nextTask()
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
      lazyUploads({
        async load() {
          // With the tray, so that both are loaded before the connection can be lost.
          const [{ createUploads }, intl] = await Promise.all([
            import('../uploads/create-uploads.ts'),
            language.further(uploadMessages),
            loadTray(language.locale),
          ])
          const text: typeof parts.text = (id, values) => intl.formatMessage({ id }, values)
          return createUploads({ api, config: boot.config, ...parts, text })
        },
        loadWhen: delayAfterSignIn(parts.session),
        session: parts.session,
        onUnavailable() {
          parts.toasts.show({ type: 'info', message: parts.text('uploads.kept_until_connected') })
        },
      }),
  })
  hostIsReady(host)
  if (deps.production) void registerAfterSignIn(host, { storage, locale: language.locale })
  if (boot.config.broadcasting.driver !== 'none') void connectAfterSignIn(deps, host, sections.refresh)
  return { host, sections, language, link, firstPage }
}

/** Connects for events of the server, once the first screen of a signed-in user is shown and the page is idle. */
async function connectAfterSignIn(
  { api, boot, queryClient, setSocketId }: AppDeps,
  host: Host,
  refreshSections: ShellSections['refresh'],
): Promise<void> {
  await delayAfterSignIn(host.session)
  await new Promise((resolve) => {
    // Safari has none.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve)
    else resolve(undefined)
  })
  const { echoConnections, startRealtime } = await loadUntilAvailable(() => import('../realtime/index.ts'))
  const { events, emitReceived, session } = host
  const open = echoConnections(api, boot.config.broadcasting)
  startRealtime({ open, events, emitReceived, session, queryClient, refreshSections, setSocketId })
}

/** The offline screen and shared files are for users: pages of visitors register no worker. */
async function registerAfterSignIn(
  { events, session }: Host,
  browser: { readonly storage: StorageLike; readonly locale: string },
): Promise<void> {
  await delayAfterSignIn(session)
  const { registerWorker } = await loadUntilAvailable(() => import('../service-worker/register-worker.ts'))
  await registerWorker({ events, ...browser })
}

/** Fetches the first page of the address, for the user that the boot data names. */
async function fetchFirst({ boot, place }: AppDeps, sections: ShellSections): Promise<void> {
  const { pathname, decision } = landingOf(boot, place)
  if (decision.kind !== 'show') return
  try {
    const { module } = await sections.load(decision.id)
    const route = matchRoute(module.routes, pathname)
    await Promise.all([route && fetchOnce(route.page), fetchOnce(messagesFor(module, boot.config.locale))])
  } catch {
    // The page shows the error once it is rendered.
  }
}

function notifyAdmin({ session, toasts, text }: Host, id: string, version: string): void {
  const now = session.get()
  if (now.state === 'signed-in' && now.user.attributes.role === 'admin')
    toasts.show({ type: 'danger', message: text('section.last_good', { id, version }) })
}
