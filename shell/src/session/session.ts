import { currentUser, signOut, type User } from '@holdall/api'
import { type ApiClient, isApiError } from '@holdall/api-client'
import type { EventBus } from '@holdall/event-bus'
import type { Session, SessionApi } from '@holdall/section'
import { createStore } from 'zustand'
import { readable } from '../readable.ts'
import type { ShellOverlay } from '../overlay/overlay.ts'
import type { TabChannel } from '../tabs/tab-channel.ts'

const PATIENCE_MS = 300

export interface ShellSession extends SessionApi {
  /** Somebody is signed in, as the server said with the page or just now. */
  begin(user: User): void
  /** Another number whenever somebody signs in and when a session ends. */
  version(): number
  /** The server no longer knows the session. */
  expire(): void
  /**
   * The server refuses a folder to the account (SPEC "Authorization failure"). The session ends, as `expire` does, so
   * that another account may be used; the second time the page of the folder says why instead.
   */
  forbidFolder(path: string): void
}

interface SessionDeps {
  readonly api: ApiClient
  readonly events: EventBus
  readonly overlay: Pick<ShellOverlay, 'processing' | 'somethingWrong'>
  readonly tabs: TabChannel
  readonly text: (id: string) => string
  /** Goes where somebody without a session may be. */
  readonly leave: () => void
  /** Whether anybody may see the page that is shown. */
  readonly isPublicPage: () => boolean
  /** Drops everything that was fetched for the user. */
  readonly clearData: () => void
}

/**
 * Who is signed in. The user stands in a store although it is the server's data: guards, theme and uploads read it
 * outside of React and before any query has run, and there is one of it per page.
 */
export function createSession({
  api,
  events,
  overlay,
  tabs,
  text,
  leave,
  isPublicPage,
  clearData,
}: SessionDeps): ShellSession {
  const store = createStore<Session>(() => ({ state: 'anonymous' }))

  /** Account and path of the folders that were refused: signing in again with the same account changes nothing. */
  const forbidden = new Set<string>()
  let lastStarted = 0
  let lastApplied = 0
  let version = 0
  /** What is known now is newer than the answer of any call under way. */
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
  const apply = (user: User) => {
    const before = store.getState()
    const userId = user.id
    const isSame = before.state === 'signed-in' && before.user.id === userId
    // Another account in the same browser: nothing of the one before may stay.
    if (before.state === 'signed-in' && !isSame) end('signed-out')
    if (!isSame) version++
    store.setState({ state: 'signed-in', user }, true)
    if (!isSame) tabs.post({ kind: 'signed-in', userId })
    events.emit(isSame ? 'user.changed' : 'session.started', { userId })
  }
  const refresh = async () => {
    const turn = ++lastStarted
    // Answers may overtake each other, and a sign-out or sign-in the answer to an earlier question.
    const isCurrent = () => turn > lastApplied
    try {
      const { data } = await api.call(currentUser)
      if (isCurrent()) {
        lastApplied = turn
        apply(data)
      }
    } catch (error) {
      if (!isApiError(error, 'unauthenticated')) throw error
      if (isCurrent()) end('expired')
    }
    return store.getState()
  }
  tabs.listen((message) => {
    const now = store.getState()
    if (message.kind === 'signed-out' && now.state === 'signed-in') {
      // Asked first: the guard of a page that is not public leaves it at once.
      const stays = isPublicPage()
      end('signed-out')
      if (!stays) setTimeout(leave)
    }
    // What the other tab signed in to holds for the cookie of this one too. A server out of reach is asked by the next call.
    if (message.kind === 'signed-in' && (now.state === 'anonymous' || now.user.id !== message.userId))
      refresh().catch(() => undefined)
  })

  return {
    ...readable(store),
    version: () => version,
    begin: (user) => {
      outdateCalls()
      version++
      apply(user)
    },
    expire: () => {
      end('expired')
    },
    forbidFolder: (path) => {
      const now = store.getState()
      if (now.state === 'anonymous') return
      const key = `${now.user.id} ${path}`
      if (forbidden.has(key)) return
      forbidden.add(key)
      end('expired')
    },
    refresh,
    async signOut() {
      let done = () => {}
      const slow = setTimeout(() => {
        done = overlay.processing(text('logging_out'))
      }, PATIENCE_MS)
      try {
        await api.call(signOut)
        tabs.post({ kind: 'signed-out' })
        end('signed-out')
        // The guard of the page that is left acts first; its "sign in to come back here" is not what was wanted.
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
