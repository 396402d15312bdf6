/** Facts that cross sections, in the past tense and with ids only: who hears one refetches. */
export interface Facts {
  /** The children of these folders changed; null is the top of the home. */
  'files.changed': { readonly folderIds: readonly (string | null)[] }
  'trash.changed': Record<never, never>
  /** A public link of this entry was made, edited or ended. */
  'shares.changed': { readonly entryId: string }
  'session.started': { readonly userId: string }
  /** `expired` is when the server no longer knew the session. */
  'session.ended': { readonly reason: 'signed-out' | 'expired' }
  'user.changed': { readonly userId: string }
  'upload.finished': { readonly entryId: string; readonly folderId: string | null }
  'section.failed': { readonly id: string }
}
export type FactName = keyof Facts
type Listener<N extends FactName> = (fact: Facts[N]) => void

export interface EventBus {
  /** Hears facts until the signal aborts. A listener that throws harms nobody: its error goes to `onError`. */
  on<N extends FactName>(name: N, listener: Listener<N>, signal: AbortSignal): void
  emit<N extends FactName>(name: N, fact: Facts[N]): void
}

/** A bus of its own; the shell makes one per page, tests make one each. */
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
      // A copy: a listener may unsubscribe itself meanwhile.
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
