import { type DragEvent, type MouseEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react'
import type { Entry } from '@holdall/api'
import { useIsPhone } from '@holdall/ui'
import type { Browser } from '../browser-state/browser-context.ts'
import { dragged, startDrag } from '../drag-and-drop/drag-entries.ts'
import { isSelecting, setMultiSelect } from '../browser-state/multi-select.ts'
import { nothing, some, toggle } from '../browser-state/selection.ts'
import { selectRange } from '../browser-state/select-range.ts'
import { selectForMenu } from '../browser-state/action-target.ts'

const LONG_PRESS_MS = 450
/** Pixels that a finger may move during a long press. */
const LONG_PRESS_TOLERANCE_PX = 10

/** The row, and the part of it, that an event happened in; null outside of rows. */
function rowOf(event: {
  target: EventTarget
}): { readonly index: number; readonly part: 'check' | 'more' | 'row' } | null {
  const element = event.target instanceof Element ? event.target : null
  const row = element?.closest<HTMLElement>('[data-index]')
  if (!row) return null
  const part = element?.closest('[data-check]') ? 'check' : element?.closest('[data-more]') ? 'more' : 'row'
  return { index: Number(row.dataset['index']), part }
}

/** Mouse and touch handlers for the whole list. */
export function usePointer(browser: Browser) {
  const press = useRef<{ readonly timer: number; readonly x: number; readonly y: number } | null>(null)
  const touch = useRef(false)
  const phone = useIsPhone()
  const longPressed = useRef(false)

  useEffect(
    () => () => {
      window.clearTimeout(press.current?.timer)
    },
    [],
  )

  return useMemo(() => {
    const release = () => {
      window.clearTimeout(press.current?.timer)
      press.current = null
    }
    const put = (index: number, anchor = index) => {
      browser.cursor.set({ index, anchor })
    }
    const flip = (index: number, entry: Entry) => {
      put(index)
      browser.selection.set(toggle(browser.selection.get(), entry))
    }
    const openMenu = (point: { x: number; y: number }, index: number, entry: Entry) => {
      put(index)
      selectForMenu(browser, entry)
      browser.menu.set({ point, subject: 'selection' })
    }
    return {
      onPointerDown(event: PointerEvent) {
        touch.current = event.pointerType === 'touch'
        longPressed.current = false
        const row = rowOf(event)
        const entry = row && browser.now().folder.at(row.index)
        // On touch a long press selects, so rows are not draggable: browsers start a drag by a long press.
        const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null
        if (element) element.draggable = browser.now().movable === true && !touch.current
        if (!touch.current || !entry || row.part !== 'row') return
        release()
        const timer = window.setTimeout(() => {
          longPressed.current = true
          if (!browser.multiSelect.get()) setMultiSelect(browser, true)
          flip(row.index, entry)
        }, LONG_PRESS_MS)
        press.current = { timer, x: event.clientX, y: event.clientY }
      },
      onPointerMove(event: PointerEvent) {
        const { x, y } = press.current ?? { x: event.clientX, y: event.clientY }
        if (Math.hypot(event.clientX - x, event.clientY - y) > LONG_PRESS_TOLERANCE_PX) release()
      },
      onPointerUp: release,
      onPointerCancel: release,
      onMouseDown(event: MouseEvent) {
        // Check boxes and buttons of a row do not take the focus from the list.
        const part = rowOf(event)?.part
        if (part !== 'check' && part !== 'more') return
        event.preventDefault()
        browser.focus()
      },
      onClick(event: MouseEvent) {
        if (longPressed.current) {
          longPressed.current = false
          return
        }
        const row = rowOf(event)
        if (!row) {
          const inHead =
            event.target instanceof Element && event.target.closest('[role="columnheader"], button, a, input')
          if (!inHead && !browser.multiSelect.get()) browser.selection.set(nothing)
          return
        }
        const entry = browser.now().folder.at(row.index)
        if (!entry) return
        const { anchor } = browser.cursor.get()
        if (row.part === 'more') {
          const box = (event.target as Element).closest('[data-more]')?.getBoundingClientRect()
          const point = { x: box?.left ?? event.clientX, y: box?.bottom ?? event.clientY }
          // On a phone selecting the row would open the selection bars.
          if ((touch.current || phone) && !isSelecting(browser)) browser.menu.set({ point, subject: entry })
          else openMenu(point, row.index, entry)
        } else if (event.target instanceof Element && event.target.closest('button, a')) {
          put(row.index)
        } else if (event.shiftKey) {
          put(row.index, Math.max(0, anchor))
          void selectRange(browser, Math.max(0, anchor), row.index, event.ctrlKey || event.metaKey)
        } else if (row.part === 'check' || event.ctrlKey || event.metaKey || browser.multiSelect.get()) {
          flip(row.index, entry)
        } else if (touch.current) {
          if (isSelecting(browser)) flip(row.index, entry)
          else browser.now().onOpen(entry)
        } else {
          put(row.index)
          browser.selection.set(some([entry]))
        }
      },
      onDoubleClick(event: MouseEvent) {
        const row = rowOf(event)
        const isOpening = row?.part === 'row' && !touch.current && !browser.multiSelect.get()
        const entry = isOpening ? browser.now().folder.at(row.index) : undefined
        const onControl = event.target instanceof Element && event.target.closest('button, a, input')
        if (entry && !onControl && !event.shiftKey && !event.ctrlKey && !event.metaKey) browser.now().onOpen(entry)
      },
      onDragStart(event: DragEvent) {
        const row = rowOf(event)
        const entry = row && browser.now().folder.at(row.index)
        if (entry && browser.now().movable && browser.renaming.get() === null) startDrag(event, browser, entry)
        else event.preventDefault()
      },
      onDragEnd() {
        dragged.set(null)
      },
      onContextMenu(event: MouseEvent) {
        // On touch a long press selects; the menu opens by the row's button.
        if (touch.current) {
          event.preventDefault()
          return
        }
        if (event.target instanceof HTMLInputElement && event.target.type === 'text') return
        const row = rowOf(event)
        const entry = row && browser.now().folder.at(row.index)
        const point = { x: event.clientX, y: event.clientY }
        if (row && entry) {
          event.preventDefault()
          openMenu(point, row.index, entry)
          return
        }
        // A row that is still loading has no menu. For the menu key some browsers fire this event on the list after the
        // key event, which has opened the menu already.
        if (row || browser.menu.get()) {
          event.preventDefault()
          return
        }
        if ((browser.now().backgroundActions?.() ?? []).length === 0) return
        event.preventDefault()
        browser.selection.set(nothing)
        browser.menu.set({ point, subject: 'background' })
      },
    }
  }, [browser, phone])
}
