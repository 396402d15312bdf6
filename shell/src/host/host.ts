import type { BootData, UserSetting } from '@holdall/api'
import type { ApiClient } from '@holdall/api-client'
import { createEventBus, type EventBus } from '@holdall/event-bus'
import { type HostApi, type OverlayApi, SHELL_API_VERSION, type ToastsApi, type UploadsApi } from '@holdall/section'
import type { QueryClient } from '@tanstack/react-query'
import { createLanguage } from '../language/language.ts'
import { createLog, type ShellLog } from '../log/log.ts'
import { routeOf } from '@holdall/api/routing'
import { createNavigation } from '../navigation/navigation.ts'
import type { RouterLink } from '../navigation/router-link.ts'
import type { ResolvePopup } from '../sections/section-popups.tsx'
import type { SpotlightProviders } from '../sections/section-spotlight.ts'
import type { ShellSections } from '../sections/sections.ts'
import { createOverlay, type ShellOverlay } from '../stores/overlay-store.ts'
import { createPreferences } from '../preferences/preferences.ts'
import type { StorageLike } from '../preferences/storage.ts'
import type { Mutations } from '../session/after-changes.ts'
import { createSession, type ShellSession } from '../session/session.ts'
import { createNotificationState, type NotificationState } from '../stores/notification-state.ts'
import { createOpenState, type OpenState } from '../stores/open-state.ts'
import { shareChanges } from '../tabs/share-changes.ts'
import { createTabChannel } from '../tabs/tab-channel.ts'
import { followEmojiStyle } from '../theme/emoji-style.ts'
import { createTheme, type MatchMedia } from '../theme/theme.ts'
import { createSpotlightState, type SpotlightState } from '../stores/spotlight-state.ts'
import { createToasts, type ShellToasts } from '../stores/toast-store.ts'

/** Formats a message of the shell in the user's language. */
export type ShellText = (id: string, values?: Record<string, string | number>) => string

/** What the upload engine needs of the host. */
export interface UploadParts {
  readonly session: ShellSession
  readonly overlay: OverlayApi
  readonly toasts: ToastsApi
  readonly events: EventBus
  readonly text: ShellText
}

export interface HostDeps {
  readonly boot: BootData
  readonly api: ApiClient
  readonly router: RouterLink
  readonly sections: ShellSections
  /** Loads the popup's section when it is not loaded yet; rejects when that fails. */
  readonly resolvePopup: ResolvePopup
  readonly spotlightProviders: SpotlightProviders
  readonly storage: StorageLike
  readonly matchMedia: MatchMedia
  readonly uploads: (parts: UploadParts) => UploadsApi
  readonly queryClient: Pick<QueryClient, 'clear'> & Mutations
  readonly text: ShellText
  /** Reloads the page. */
  readonly reload: () => void
  readonly log?: ShellLog
}

/** The host as sections know it, and what only the shell's own views use. */
export interface Host extends HostApi {
  readonly boot: BootData
  readonly sections: ShellSections
  readonly session: ShellSession
  readonly overlay: ShellOverlay
  readonly toasts: ShellToasts
  readonly notifications: NotificationState
  readonly spotlight: SpotlightState
  readonly mobileMenu: OpenState
  readonly log: ShellLog
  readonly router: RouterLink
  readonly resolvePopup: ResolvePopup
  readonly spotlightProviders: SpotlightProviders
  readonly text: ShellText
  /** Reloads the page. */
  readonly reload: () => void
  /** Emits events that the other tabs get by themselves. */
  readonly emitReceived: (emit: () => void) => void
  /** Reads the session. Rejects when the server does not answer; may be called again. */
  start(): Promise<void>
}

/** Creates the host: one per page, in tests one per test. */
export function createHost(deps: HostDeps): Host {
  const { boot, api, router, text, queryClient } = deps
  const { config } = boot
  const log = deps.log ?? createLog()
  const known = () => deps.sections.catalogue.get().known
  const events = createEventBus((error, name) => {
    log.error(`A listener of ${name} failed.`, error)
  })
  const toasts = createToasts()
  const overlay = createOverlay({
    text,
    onSomethingWrong: (error) => {
      log.error('Something went wrong.', error)
    },
  })
  const preferences = createPreferences(deps.storage, config)
  followEmojiStyle(preferences)
  const tabs = createTabChannel()
  const isPublicPage = () => routeOf(known(), router.place.get().pathname)?.access === 'anyone'
  const session = createSession({
    api,
    events,
    overlay,
    tabs,
    text,
    leave: () => {
      router.go(config.allowHomepage ? '/' : '/sign-in', { replace: true })
    },
    isPublicPage,
    sort: () => preferences.get().sort,
    clearData: () => {
      queryClient.clear()
    },
    queryClient,
  })

  const emitReceived = shareChanges({ events, tabs, session })

  const saveToAccount = async (body: UserSetting) => {
    if (session.get().state === 'anonymous' || isPublicPage()) return
    try {
      const { updateSetting } = await import('../api/lazy-endpoints.ts')
      await api.call(updateSetting, { body })
    } catch (error) {
      overlay.somethingWrong(error)
    }
  }
  const theme = createTheme({
    preferences,
    matchMedia: deps.matchMedia,
    save: (value) => void saveToAccount({ name: 'theme_mode', value }),
  })
  const notifications = createNotificationState()
  const spotlight = createSpotlightState()
  const mobileMenu = createOpenState()

  const { signal } = new AbortController()
  const adoptSettings = () => {
    const now = session.get()
    if (now.state === 'anonymous') return
    const { theme_mode: mode, emoji_type: emojiType } = now.user.relationships.settings.data.attributes
    if (mode && mode !== preferences.get().theme) preferences.set('theme', mode)
    if (emojiType && emojiType !== preferences.get().emojiType) preferences.set('emojiType', emojiType)
  }
  events.on('session.started', adoptSettings, signal)
  const closePanels = () => {
    for (const close of [notifications.close, spotlight.close, mobileMenu.close]) close()
  }
  events.on(
    'session.ended',
    () => {
      overlay.clear()
      closePanels()
    },
    signal,
  )

  // Popups and panels close on navigation. Alerts stay: they may be about the navigation.
  let shownPath = router.place.get().pathname
  router.place.subscribe(() => {
    const { pathname } = router.place.get()
    if (pathname === shownPath) return
    shownPath = pathname
    overlay.closePopup()
    closePanels()
  })

  const uploads = deps.uploads({ session, overlay, toasts, events, text })
  const language = createLanguage({
    locale: config.locale,
    api,
    session,
    uploads,
    overlay,
    toasts,
    tabs,
    text,
    isBusy: () => overlay.layers.get().length > 0,
    reload: deps.reload,
  })

  return {
    apiVersion: SHELL_API_VERSION,
    boot,
    config,
    session,
    preferences: {
      ...preferences,
      set(name, value) {
        preferences.set(name, value)
        if (name !== 'emojiType') return
        void saveToAccount({ name: 'emoji_type', value: preferences.get().emojiType })
      },
    },
    theme,
    language,
    navigation: createNavigation({ sections: known, router, log }),
    overlay,
    toasts,
    notifications,
    spotlight,
    mobileMenu,
    uploads,
    sections: deps.sections,
    events,
    log,
    router,
    resolvePopup: deps.resolvePopup,
    spotlightProviders: deps.spotlightProviders,
    text,
    reload: deps.reload,
    emitReceived,
    async start() {
      if (boot.user) session.begin(boot.user)
      else if (config.isAuthenticated) await session.refresh()
    },
  }
}
