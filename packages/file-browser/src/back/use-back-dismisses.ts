import { useCallback, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from '@holdall/section'
import { useIsPhone } from '@holdall/ui'

type Location = ReturnType<typeof useLocation>

/** What the router keeps in an entry of the browser's history. */
interface HistoryEntry {
  readonly idx: number
  readonly usr?: unknown
}

/** The ids of what is open at an entry of the history, the topmost last. */
const openAt = (state: unknown): readonly string[] =>
  (state as { dismisses?: readonly string[] } | null | undefined)?.dismisses ?? []

/** Ids that were closed another way than by Back and whose entry is to be removed, once it is the topmost. */
const closed = new Set<string>()

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
  // The page may be on its way elsewhere already, which the browser knows before the router has rendered it.
  const entry = window.history.state as HistoryEntry | null
  const open = openAt(entry?.idx === undefined ? location.state : entry.usr)
  for (const id of closed) if (!open.includes(id)) closed.delete(id)
  const top = open.at(-1)
  if (top === undefined || !closed.delete(top)) return
  changingFrom = location
  void navigate(-1)
}

/**
 * On a phone, Back closes what is open (a sheet, a selection) before it leaves the page: opening adds an entry to the
 * history, going back from it calls `dismiss`, and closing another way removes the entry. Several can be open, one above
 * the other.
 */
export function useBackDismisses(isOpen: boolean, dismiss: () => void): void {
  const phone = useIsPhone()
  const navigate = useNavigate()
  const location = useLocation()
  const id = useId()
  const isActive = phone && isOpen
  const isOnEntry = openAt(location.state).includes(id)
  const hasEntry = useRef(false)
  const latest = useRef({ location, dismiss, navigate })
  useLayoutEffect(() => {
    latest.current = { location, dismiss, navigate }
  })
  const removeEntry = useCallback(() => {
    if (!hasEntry.current) return
    hasEntry.current = false
    closed.add(id)
    removeClosed(latest.current)
  }, [id])

  useEffect(() => {
    removeClosed(latest.current)
    if (!isActive) {
      removeEntry()
      return
    }
    if (hasEntry.current || changingFrom === location) return
    hasEntry.current = true
    closed.delete(id)
    const { pathname, search, hash, state } = location
    const open = openAt(state)
    if (open.includes(id)) return
    changingFrom = location
    void latest.current.navigate(
      { pathname, search, hash },
      { state: { ...(state as object | null), dismisses: [...open, id] }, preventScrollReset: true },
    )
  }, [isActive, id, location, removeEntry])
  useEffect(() => removeEntry, [removeEntry])

  const wasOnEntry = useRef(false)
  useEffect(() => {
    const left = wasOnEntry.current && !isOnEntry
    wasOnEntry.current = isOnEntry
    if (!left || !hasEntry.current) return
    hasEntry.current = false
    latest.current.dismiss()
  }, [isOnEntry])
}
