import { useCallback, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from '@holdall/section'
import { useIsPhone } from '@holdall/ui'

/** What the router keeps in an entry of the browser's history. */
interface HistoryEntry {
  readonly idx: number
  readonly usr?: unknown
}
const dismissesOf = (state: unknown) => (state as { dismisses?: string } | null | undefined)?.dismisses

/**
 * On a phone, Back closes what is open (a sheet, a selection) before it leaves the page: opening adds an entry to the
 * history, going back from it calls `dismiss`, and closing another way removes the entry.
 */
export function useBackDismisses(isOpen: boolean, dismiss: () => void): void {
  const phone = useIsPhone()
  const navigate = useNavigate()
  const location = useLocation()
  const id = useId()
  const isActive = phone && isOpen
  const isOnEntry = dismissesOf(location.state) === id
  const hasEntry = useRef(false)
  const latest = useRef({ location, isOnEntry, dismiss, navigate })
  useLayoutEffect(() => {
    latest.current = { location, isOnEntry, dismiss, navigate }
  })
  const removeEntry = useCallback(() => {
    if (!hasEntry.current) return
    hasEntry.current = false
    // The page may be on its way elsewhere already, which the browser knows before the router has rendered it.
    const entry = window.history.state as HistoryEntry | null
    const isStillOn = entry?.idx === undefined ? latest.current.isOnEntry : dismissesOf(entry.usr) === id
    if (isStillOn) void latest.current.navigate(-1)
  }, [id])

  useEffect(() => {
    if (!isActive) {
      removeEntry()
      return
    }
    if (hasEntry.current) return
    hasEntry.current = true
    const { pathname, search, hash, state } = latest.current.location
    void latest.current.navigate(
      { pathname, search, hash },
      { state: { ...(state as object | null), dismisses: id }, preventScrollReset: true },
    )
  }, [isActive, id, removeEntry])
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
