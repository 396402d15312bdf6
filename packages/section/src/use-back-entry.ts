import { useCallback, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'

type Location = ReturnType<typeof useLocation>

/** What the router keeps in an entry of the browser's history. */
interface HistoryEntry {
  readonly idx: number
  readonly usr?: unknown
}

/** The ids of what is open at an entry of the history, the topmost last. */
const openAt = (state: unknown): readonly string[] =>
  (state as { dismisses?: readonly string[] } | null | undefined)?.dismisses ?? []

/** Ids of what is open. The shell and every section share them: this package is loaded once. */
const open = new Set<string>()

/** Where the last change of the history began: until the router shows another location, a second would cross it. */
let changingFrom: Location | null = null

interface Position {
  readonly location: Location
  readonly navigate: ReturnType<typeof useNavigate>
}

/** Removes the topmost entry if it belongs to something closed. The next location continues with the entry below. */
function removeClosed({ location, navigate }: Position): void {
  if (changingFrom === location) return
  changingFrom = null
  // The page may be navigating already, which the browser knows before the router has rendered it.
  const entry = window.history.state as HistoryEntry | null
  const top = openAt(entry?.idx === undefined ? location.state : entry.usr).at(-1)
  if (top === undefined || open.has(top)) return
  changingFrom = location
  void navigate(-1)
}

/**
 * While `isOpen`, Back calls `dismiss` before it leaves the page: opening adds an entry to the history, going back from
 * it dismisses, and closing another way removes the entry. Several can be open, one above the other. For phones,
 * where Back is a gesture: `useBackEntry(isPhone && isOpen, close)`.
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
    // A navigation by the page itself, as when a session ends, dismisses nothing.
    if (!left || !hasEntry.current || navigationType !== 'POP') return
    hasEntry.current = false
    open.delete(id)
    latest.current.dismiss()
  }, [isOnEntry, id, navigationType])
}
