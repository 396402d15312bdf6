import { type FocusEvent, type KeyboardEvent, useMemo } from 'react'
import type { Browser } from '../browser.ts'
import { type Command, readKey } from '../keyboard/keys.ts'
import { createTypeAhead, findByName } from '../keyboard/type-ahead.ts'
import { selectRange } from '../selection/select-range.ts'
import { setMultiSelect } from '../selection/multi-select.ts'
import { everything, isNothing, some, toggle } from '../selection/selection.ts'
import { selectForMenu, targetOf } from '../selection/target.ts'
import { rowId } from './FileRow.tsx'

/** The keyboard of the list. `reveal` brings a row into view, `step` is the number of rows to a page. */
export function useKeyboard(browser: Browser, reveal: (index: number) => void, step: () => number) {
  return useMemo(() => {
    const typeAhead = createTypeAhead()
    const here = () => browser.now().folder.at(browser.cursor.get().index)
    const go = async (to: number, extend: boolean, keep: boolean) => {
      const { folder } = browser.now()
      const { index, anchor } = browser.cursor.get()
      const from = anchor < 0 ? Math.max(0, index) : anchor
      browser.cursor.set({ index: to, anchor: extend ? from : to })
      reveal(to)
      if (extend) {
        await selectRange(browser, from, to)
      } else if (!keep) {
        const before = browser.selection.get()
        const entry = folder.at(to) ?? (await folder.load(to, to))[0]
        const unchanged = browser.cursor.get().index === to && browser.selection.get() === before
        if (entry && unchanged) browser.selection.set(some([entry]))
      }
    }
    const openMenu = () => {
      const { index } = browser.cursor.get()
      const box = document.getElementById(rowId(browser.id, index))?.getBoundingClientRect()
      const point = { x: (box?.left ?? 0) + 48, y: (box?.bottom ?? 0) - 8 }
      const entry = here()
      if (entry) selectForMenu(browser, entry)
      browser.menu.set({ point, subject: isNothing(browser.selection.get()) ? 'background' : 'selection' })
    }
    const type = (character: string) => {
      const { text, fromNext } = typeAhead.add(character)
      const { index } = browser.cursor.get()
      const found = findByName(browser.now().folder.known(), text, fromNext ? index + 1 : Math.max(0, index))
      if (found !== null) void go(found, false, false)
    }
    const obey = (command: Command) => {
      const entry = here()
      switch (command.do) {
        case 'move':
          return void go(command.to, command.extend, command.keep || browser.multiSelect.get())
        case 'type':
          return type(command.character)
        case 'open':
          return entry && browser.now().onOpen(entry)
        case 'rename':
          return entry && browser.now().onRename && browser.renaming.set(entry.id)
        case 'delete': {
          const target = targetOf(browser, browser.selection.get())
          return target.count > 0 && browser.now().onDelete?.(target)
        }
        case 'all':
          return browser.selection.set(everything())
        case 'clear':
          return setMultiSelect(browser, false)
        case 'toggle':
          return entry && browser.selection.set(toggle(browser.selection.get(), entry))
        case 'menu':
          return openMenu()
      }
    }
    return {
      onKeyDown(event: KeyboardEvent) {
        if (event.defaultPrevented || isOwnKey(event)) return
        const { folder } = browser.now()
        const place = { at: browser.cursor.get().index, total: folder.total, step: step() }
        const read = readKey(event, place)
        if (!read) return
        const spaceInName = read.do === 'toggle' && event.key === ' ' && typeAhead.isTyping()
        event.preventDefault()
        // A key that is held down would delete again what the first press is still deleting.
        if (read.do === 'delete' && event.repeat) return
        obey(spaceInName ? { do: 'type', character: ' ' } : read)
      },
      /** Arriving by keyboard puts the cursor on the first row. */
      onFocus({ target, currentTarget }: FocusEvent) {
        const arrived = target === currentTarget && currentTarget.matches(':focus-visible')
        if (arrived && browser.cursor.get().index < 0) browser.cursor.set({ index: 0, anchor: 0 })
      },
    }
  }, [browser, reveal, step])
}

/** Buttons and check boxes of the column heads keep the keys that press them; fields keep all. */
function isOwnKey({ target, key }: KeyboardEvent): boolean {
  const control = target instanceof Element ? target.closest('button, a, input') : null
  if (!control) return false
  const isField = control instanceof HTMLInputElement && control.type !== 'checkbox'
  return isField || key === ' ' || key === 'Enter'
}
