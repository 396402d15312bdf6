import { useEffect, useLayoutEffect } from 'react'
import type { Place } from '@holdall/api/routing'
import { type Readable, useLocation, useNavigate } from '@holdall/section'
import { createStore } from 'zustand'
import { readable } from '../stores/readable.ts'

/** The router, as the host uses it outside of React. */
export interface RouterLink {
  readonly place: Readable<Place>
  go(path: string, options?: { readonly replace?: boolean }): void
}
type Navigate = (path: string, options: { replace: boolean }) => unknown

export interface ConnectableLink extends RouterLink {
  /** Connects the router's navigate function, and runs the navigations that were called before. */
  connect(navigate: Navigate): void
  setPlace(place: Place): void
}

export function createRouterLink(first: Place): ConnectableLink {
  const store = createStore<Place>(() => first)
  let navigate: Navigate | null = null
  const waiting: Parameters<Navigate>[] = []
  return {
    place: readable(store),
    go(path, { replace = false } = {}) {
      if (navigate) navigate(path, { replace })
      else waiting.push([path, { replace }])
    },
    connect(next) {
      navigate = next
      for (const call of waiting.splice(0)) next(...call)
    },
    setPlace(place) {
      store.setState(place, true)
    },
  }
}

/** Rendered inside the router; passes its location and its navigate function to the link. */
export function RouterLinkKeeper({ link }: { readonly link: ConnectableLink }) {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    link.connect(navigate)
  }, [link, navigate])
  useLayoutEffect(() => {
    link.setPlace({ pathname, search, hash })
  }, [link, pathname, search, hash])
  return null
}
