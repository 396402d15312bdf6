import { useEffect, useState } from 'react'
import { type SpotlightResult, useSession } from '@holdall/section'
import type { Host } from '../host/host.ts'
import type { LoadedProvider } from '../sections/section-spotlight.ts'
import { useShell } from '../host/host-provider.tsx'
import { canAccess } from '../app-navigation/navigation-entries.ts'

const DEBOUNCE_MS = 150

export interface FoundGroup {
  readonly id: string
  readonly label: string
  readonly results: readonly SpotlightResult[]
}
interface Found {
  readonly query: string
  readonly groups: readonly FoundGroup[]
  /** Whether results are missing. */
  readonly failed: boolean
}

/** What the sections find for a query. `searching` until the last of them has answered. */
export function useSearch(query: string): Omit<Found, 'query'> & { readonly searching: boolean } {
  const host = useShell()
  const session = useSession()
  const [found, setFound] = useState<Found>({ query: '', groups: [], failed: false })

  useEffect(() => {
    if (query === '') return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const searchAll = async (loaded: Promise<readonly LoadedProvider[]>) => {
        const providers = (await loaded).filter(({ provider }) => canAccess(session, provider.access))
        return Promise.all(providers.map((one) => search(one, query, host, stop.signal)))
      }
      void Promise.all(host.spotlightProviders().map(searchAll)).then((all) => {
        const answers = all.flat()
        const groups = answers.filter((group) => group !== null).filter(({ results }) => results.length > 0)
        if (!stop.signal.aborted) setFound({ query, groups, failed: answers.includes(null) })
      })
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [query, host, session])

  // The results of the previous query stay until the next ones are there, so that nothing jumps while typing.
  const searching = query !== '' && found.query !== query
  return { groups: query === '' ? [] : found.groups, failed: query !== '' && !searching && found.failed, searching }
}

/** Null when the provider failed. */
async function search(
  { label, provider, text }: LoadedProvider,
  query: string,
  host: Host,
  signal: AbortSignal,
): Promise<FoundGroup | null> {
  try {
    const find = await provider.find()
    return { id: provider.id, label, results: await find(query, host, signal, text) }
  } catch (error) {
    if (!signal.aborted) host.log.warn(`The spotlight provider ${provider.id} failed.`, error)
    return null
  }
}
