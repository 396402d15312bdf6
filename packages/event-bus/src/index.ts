/** Events between sections, by name. They carry ids only: listeners refetch what changed. */
export interface Facts {
  /** The children of these folders changed; null is the top of the user's space. */
  'files.changed': { readonly folderIds: readonly (string | null)[] }
  'trash.changed': Record<never, never>
  /** A public link of this entry was created, changed or revoked. */
  'shares.changed': { readonly entryId: string }
  /** Folders were added to the favourites of the user, or removed from them. */
  'favourites.changed': Record<never, never>
  /** Team folders that the user has or sees, their members and invitations. */
  'teams.changed': Record<never, never>
  /** Of the user: there is a new one, or some were read or removed. */
  'notifications.changed': Record<never, never>
  /** The test of the connection for events has arrived. */
  'websocket.tested': Record<never, never>
  'session.started': { readonly userId: string }
  /** `expired`: the server no longer has the session. */
  'session.ended': { readonly reason: 'signed-out' | 'expired' }
  'user.changed': { readonly userId: string }
  'upload.finished': { readonly entryId: string; readonly folderId: string | null }
  /** What is in the folder of a public link was changed by its visitor. */
  'link-files.changed': { readonly token: string }
  /** An upload request of the user was made, has ended, or got files. */
  'upload-requests.changed': Record<never, never>
  /** A remote upload of the user was started or has progressed. */
  'remote-uploads.changed': Record<never, never>
  /** None of the user's remote uploads is shown any more. */
  'remote-uploads.ended': Record<never, never>
  'section.failed': { readonly id: string }
}
export type FactName = keyof Facts
type Listener<N extends FactName> = (fact: Facts[N]) => void

export interface EventBus {
  /**
   * Calls `listener` for each event until the signal aborts. Errors of listeners go to `onError`; the others still run.
   */
  on<N extends FactName>(name: N, listener: Listener<N>, signal: AbortSignal): void
  emit<N extends FactName>(name: N, fact: Facts[N]): void
}

/** Creates a bus. The shell creates one for the page. `onError` gets what listeners throw; by default it is logged. */
export function createEventBus(
  onError: (error: unknown, name: FactName) => void = (error) => {
    console.error(error)
  },
): EventBus {
  const listeners = new Map<FactName, Set<Listener<never>>>()
  return {
    on(name, listener, signal) {
      if (signal.aborted) return
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set)
      set.add(listener as Listener<never>)
      signal.addEventListener('abort', () => set.delete(listener as Listener<never>), { once: true })
    },
    emit(name, fact) {
      // A copy, because a listener may unsubscribe itself.
      for (const listener of Array.from(listeners.get(name) ?? [])) {
        try {
          ;(listener as (fact: unknown) => void)(fact)
        } catch (error) {
          onError(error, name)
        }
      }
    },
  }
}
