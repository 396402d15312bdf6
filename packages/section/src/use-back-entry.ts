import { useCallback, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'

type Location = ReturnType<typeof useLocation>

/** State of a history entry as React Router writes it. */
interface HistoryEntry {
  readonly idx: number
  readonly usr?: unknown
}

/** Ids of what is open at a history entry, the topmost last. */
const openAt = (state: unknown): readonly string[] =>
  (state as { dismisses?: readonly string[] } | null | undefined)?.dismisses ?? []

/** Ids of what is open now, in the shell and all sections: this package is a singleton. */
const open = new Set<string>()

/**
 * The location at which a navigation was started. Until the router shows another one, no second navigation is started.
 */
let changingFrom: Location | null = null

interface Position {
  readonly location: Location
  readonly navigate: ReturnType<typeof useNavigate>
}

/** Goes back if the current history entry belongs to something that is closed. Repeated at each new location. */
function removeClosed({ location, navigate }: Position): void {
  if (changingFrom === location) return
  changingFrom = null
  // The browser's state is newer than the router's while a navigation is in progress.
  const entry = window.history.state as HistoryEntry | null
  const top = openAt(entry?.idx === undefined ? location.state : entry.usr).at(-1)
  if (top === undefined || open.has(top)) return
  changingFrom = location
  void navigate(-1)
}

/**
 * While `isOpen`, Back calls `dismiss` instead of leaving the page. Opening adds an entry to the browser's history,
 * going back from it calls `dismiss`, and closing in another way removes the entry. Several can be open, one above
 * another.
 *
 * @example
 * useBackEntry(isPhone && isOpen, close)
 */
export function useBackEntry(isOpen: boolean, dismiss: () => void): void {
  const navigate = useNavigate()
  const location = useLocation()
  const navigationType = useNavigationType()
  const id = useId()
  const isOnEntry = openAt(location.state).includes(id)
  const hasEntry = useRef(false)
  const latest = useRef({ location, dismiss, navigate })
  useLayoutEffect(() => {
    latest.current = { location, dismiss, navigate }
  })
  const close = useCallback(() => {
    if (open.delete(id) && hasEntry.current) removeClosed(latest.current)
    hasEntry.current = false
  }, [id])

  useEffect(() => {
    if (isOpen) open.add(id)
    removeClosed(latest.current)
    if (!isOpen) {
      close()
      return
    }
    if (hasEntry.current || changingFrom === location) return
    hasEntry.current = true
    const { pathname, search, hash, state } = location
    const below = openAt(state)
    if (below.includes(id)) return
    changingFrom = location
    void latest.current.navigate(
      { pathname, search, hash },
      { state: { ...(state as object | null), dismisses: [...below, id] }, preventScrollReset: true },
    )
  }, [isOpen, id, location, close])
  useEffect(() => close, [close])

  const wasOnEntry = useRef(false)
  useEffect(() => {
    const left = wasOnEntry.current && !isOnEntry
    wasOnEntry.current = isOnEntry
    // Only Back dismisses, not a navigation by the page, as when a session ends.
    if (!left || !hasEntry.current || navigationType !== 'POP') return
    hasEntry.current = false
    open.delete(id)
    latest.current.dismiss()
  }, [isOnEntry, id, navigationType])
}
