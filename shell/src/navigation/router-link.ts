import { useEffect, useLayoutEffect } from 'react'
import { type Readable, useLocation, useNavigate } from '@holdall/section'
import { createStore } from 'zustand'
import { readable } from '../readable.ts'

export interface Place {
  readonly pathname: string
  readonly search: string
  readonly hash: string
}

/** The router, as the host uses it outside of React. */
export interface RouterLink {
  readonly place: Readable<Place>
  go(path: string, options?: { readonly replace?: boolean }): void
}
type Navigate = (path: string, options: { replace: boolean }) => unknown

export interface ConnectableLink extends RouterLink {
  /** Hands over the router's own function; what was asked for before happens now. */
  connect(navigate: Navigate): void
  arrived(place: Place): void
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
    arrived(place) {
      store.setState(place, true)
    },
  }
}

/** Stands inside the router and keeps the link true to it. */
export function RouterLinkKeeper({ link }: { readonly link: ConnectableLink }) {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    link.connect(navigate)
  }, [link, navigate])
  useLayoutEffect(() => {
    link.arrived({ pathname, search, hash })
  }, [link, pathname, search, hash])
  return null
}
