import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import type { FactName, Facts } from '@holdall/event-bus'
import type { HostApi, Preferences, Readable, SectionStatus, Session, UploadItem } from './host.ts'

/** Provided by the shell, and by `@holdall/testing` in tests. */
export const HostContext = createContext<HostApi | null>(null)

/** What the shell offers to the section. Throws outside of the shell. */
export function useHost(): HostApi {
  const host = use(HostContext)
  if (!host) throw new Error('A section renders inside the shell only: HostContext is missing.')
  return host
}

/** The current value of a Readable. The component renders again when it changes. */
export function useReadable<T>(readable: Readable<T>): T {
  return useSyncExternalStore(readable.subscribe, readable.get)
}

export const useSession = (): Session => useReadable(useHost().session)
export const usePreferences = (): Preferences => useReadable(useHost().preferences)
export const useUploads = (): readonly UploadItem[] => useReadable(useHost().uploads)
export const useSections = (): Readonly<Record<string, SectionStatus>> => useReadable(useHost().sections)

/**
 * Listens to an event while the component is mounted. Keep `listener` stable, otherwise each render subscribes again.
 */
export function useFact<N extends FactName>(name: N, listener: (fact: Facts[N]) => void): void {
  const { events } = useHost()
  useEffect(() => {
    const stop = new AbortController()
    events.on(name, listener, stop.signal)
    return () => {
      stop.abort()
    }
  }, [events, name, listener])
}
