import { currentUser, signOut, type User } from '@holdall/api'
import { type ApiClient, isApiError } from '@holdall/api-client'
import type { EventBus } from '@holdall/event-bus'
import type { Session, SessionApi } from '@holdall/section'
import { createStore } from 'zustand'
import { readable } from '../readable.ts'
import type { ShellOverlay } from '../overlay/overlay.ts'

const PATIENCE_MS = 300

export interface ShellSession extends SessionApi {
  /** Somebody is signed in, as the server said with the page or just now. */
  begin(user: User): void
  /** The server no longer knows the session. */
  expire(): void
}

interface SessionDeps {
  readonly api: ApiClient
  readonly events: EventBus
  readonly overlay: Pick<ShellOverlay, 'processing' | 'somethingWrong'>
  readonly text: (id: string) => string
  /** Goes where somebody without a session may be. */
  readonly leave: () => void
  /** Drops everything that was fetched for the user. */
  readonly clearData: () => void
}

/**
 * Who is signed in. The user stands in a store although it is the server's data: guards, theme and uploads read it
 * outside of React and before any query has run, and there is one of it per page.
 */
export function createSession({ api, events, overlay, text, leave, clearData }: SessionDeps): ShellSession {
  const store = createStore<Session>(() => ({ state: 'anonymous' }))

  const end = (reason: 'signed-out' | 'expired') => {
    if (store.getState().state === 'anonymous') return
    store.setState({ state: 'anonymous' }, true)
    clearData()
    events.emit('session.ended', { reason })
  }
  const begin = (user: User) => {
    const before = store.getState()
    store.setState({ state: 'signed-in', user }, true)
    const userId = user.id
    const same = before.state === 'signed-in' && before.user.id === userId
    events.emit(same ? 'user.changed' : 'session.started', { userId })
  }

  return {
    ...readable(store),
    begin,
    expire: () => {
      end('expired')
    },
    async refresh() {
      try {
        begin((await api.call(currentUser)).data)
      } catch (error) {
        if (!isApiError(error, 'unauthenticated')) throw error
        end('expired')
      }
      return store.getState()
    },
    async signOut() {
      let done = () => {}
      const slow = setTimeout(() => {
        done = overlay.processing(text('logging_out'))
      }, PATIENCE_MS)
      try {
        await api.call(signOut)
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
