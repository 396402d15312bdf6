import { currentUser, signOut, type User } from '@holdall/api'
import { type ApiClient, isApiError } from '@holdall/api-client'
import type { EventBus } from '@holdall/event-bus'
import type { Preferences, Session, SessionApi } from '@holdall/section'
import { createStore } from 'zustand'
import { afterChanges, type Mutations } from './after-changes.ts'
import { readable } from '../stores/readable.ts'
import type { ShellOverlay } from '../stores/overlay-store.ts'
import type { TabChannel } from '../tabs/tab-channel.ts'

/** A sign-out that takes longer shows a popup. */
const PROCESSING_DELAY_MS = 300

export interface ShellSession extends SessionApi {
  /** Starts a session of this user, whom the boot data names or who has just signed in. */
  begin(user: User): void
  /** Changes with every sign-in and at the end of every session. */
  version(): number
  /** As `refresh`, where the other tabs know of the change too. */
  refetch(): Promise<Session>
  /** The server no longer knows the session. */
  expire(): void
  /**
   * A call was answered as unauthenticated: the session ends. Not while a change or a refresh is under way: the change may
   * replace the session, as a new password does, and the browser has the new one with its answer.
   */
  refused(): void
  /**
   * The server refuses a folder to the account (SPEC "Authorization failure"). The session ends, as `expire` does, so
   * that another account may be used; the second time the page of the folder says why instead.
   */
  forbidFolder(path: string): void
}

/** What other tabs show of an account: all but its used storage and its favourites, whose changes have events. */
const profileOf = ({ attributes, relationships: { settings } }: User): string =>
  JSON.stringify([{ ...attributes, storage: null }, settings.data.attributes])

interface SessionDeps {
  readonly api: ApiClient
  readonly events: EventBus
  readonly overlay: Pick<ShellOverlay, 'processing' | 'somethingWrong'>
  readonly tabs: TabChannel
  readonly text: (id: string) => string
  /** Navigates to a page for visitors without a session. */
  readonly leave: () => void
  /** Whether the current page is public. */
  readonly isPublicPage: () => boolean
  /** The order of listings in this browser, which the favourites have too. */
  readonly sort: () => Preferences['sort']
  /** Clears everything that was fetched for the user. */
  readonly clearData: () => void
  /** Its mutations are the changes that are under way. */
  readonly queryClient: Mutations
}

/**
 * The session of the page. The user is in a store although it is server state: guards, theme and uploads read it outside
 * of React and before any query has run.
 */
export function createSession({
  api,
  events,
  overlay,
  tabs,
  text,
  leave,
  isPublicPage,
  sort,
  clearData,
  queryClient,
}: SessionDeps): ShellSession {
  const store = createStore<Session>(() => ({ state: 'anonymous' }))

  /** Account and path of the folders that were refused: signing in again with the same account changes nothing. */
  const forbidden = new Set<string>()
  let lastStarted = 0
  let lastApplied = 0
  let version = 0
  let refreshes = 0
  /** Makes the answers of pending calls obsolete. */
  const outdateCalls = () => {
    lastApplied = ++lastStarted
  }
  const end = (reason: 'signed-out' | 'expired') => {
    outdateCalls()
    if (store.getState().state === 'anonymous') return
    version++
    store.setState({ state: 'anonymous' }, true)
    clearData()
    events.emit('session.ended', { reason })
  }
  const apply = (user: User, isFromTab: boolean) => {
    const before = store.getState()
    const userId = user.id
    const isSame = before.state === 'signed-in' && before.user.id === userId
    // Another account in the same browser: nothing of the previous one may stay.
    if (before.state === 'signed-in' && !isSame) end('signed-out')
    if (!isSame) version++
    store.setState({ state: 'signed-in', user }, true)
    if (!isSame) tabs.post({ kind: 'signed-in', userId })
    else if (!isFromTab && profileOf(before.user) !== profileOf(user)) tabs.post({ kind: 'account-changed', userId })
    events.emit(isSame ? 'user.changed' : 'session.started', { userId })
  }
  /** `isFromTab`: another tab said that the account was changed, so that the others know it. */
  const refresh = async (isFromTab = false) => {
    const turn = ++lastStarted
    // An answer may arrive after that of a more recent call, or after a sign-in or sign-out.
    const isCurrent = () => turn > lastApplied
    refreshes++
    try {
      const { field, direction } = sort()
      const { data } = await api.call(currentUser, { query: { sort: field, direction } })
      if (isCurrent()) {
        lastApplied = turn
        apply(data, isFromTab)
      }
    } catch (error) {
      if (!isApiError(error, 'unauthenticated')) throw error
      if (isCurrent()) end('expired')
    } finally {
      refreshes--
    }
    return store.getState()
  }
  tabs.listen((message) => {
    const now = store.getState()
    if (message.kind === 'signed-out' && now.state === 'signed-in') {
      // Read first: ending the session makes the guard leave a page that is not public.
      const stays = isPublicPage()
      end('signed-out')
      if (!stays) setTimeout(leave)
    }
    // Tabs share the cookie. Where the server does not answer, the next call detects the change.
    if (message.kind === 'signed-in' && (now.state === 'anonymous' || now.user.id !== message.userId))
      refresh().catch(() => undefined)
    if (message.kind === 'account-changed' && now.state === 'signed-in' && now.user.id === message.userId)
      refresh(true).catch(() => undefined)
  })

  return {
    ...readable(store),
    version: () => version,
    begin: (user) => {
      outdateCalls()
      version++
      apply(user, false)
    },
    expire: () => {
      end('expired')
    },
    refused: () => {
      if (refreshes > 0) return
      if (queryClient.isMutating() === 0 || store.getState().state === 'anonymous') end('expired')
      else afterChanges(queryClient, () => void refresh(true).catch(() => undefined))
    },
    forbidFolder: (path) => {
      const now = store.getState()
      if (now.state === 'anonymous') return
      const key = `${now.user.id} ${path}`
      if (forbidden.has(key)) return
      forbidden.add(key)
      end('expired')
    },
    refresh: () => refresh(),
    refetch: () => refresh(true),
    async signOut() {
      let done = () => {}
      const slow = setTimeout(() => {
        done = overlay.processing(text('logging_out'))
      }, PROCESSING_DELAY_MS)
      try {
        await api.call(signOut)
        tabs.post({ kind: 'signed-out' })
        end('signed-out')
        // After the guard's own redirect, which would return to this page after the next sign-in: it is replaced.
        setTimeout(leave)
      } catch (error) {
        overlay.somethingWrong(error)
      } finally {
        clearTimeout(slow)
        done()
      }
    },
  }
}
