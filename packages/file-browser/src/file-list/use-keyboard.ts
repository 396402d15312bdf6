import { type FocusEvent, type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import type { Entry } from '@holdall/api'
import type { Browser } from '../browser-state/browser-context.ts'
import { type Command, readKey } from '../keyboard/list-keys.ts'
import { createPrefixLookup } from '../keyboard/prefix-lookup.ts'
import { createTypeAhead, findByName } from '../keyboard/type-ahead.ts'
import { selectAll, selectRange } from '../browser-state/select-range.ts'
import { setMultiSelect } from '../browser-state/multi-select.ts'
import { countSelected, isNothing, isSelected, some, toggle } from '../browser-state/selection.ts'
import { selectForMenu, targetOf } from '../browser-state/action-target.ts'
import { rowId } from './use-visible-entries.ts'

/**
 * Keyboard handlers of a list or a grid. `reveal` scrolls an entry into view, `findTarget` tells which entry a key moves to
 * from the one at `index` (-1 is none).
 */
export function useKeyboard(
  browser: Browser,
  reveal: (index: number) => void,
  findTarget: (key: string, index: number) => number | null,
) {
  const [lookup] = useState(createPrefixLookup)
  useEffect(() => lookup.cancel, [lookup])
  return useMemo(() => {
    const typeAhead = createTypeAhead()
    const here = () => browser.now().folder.at(browser.cursor.get().index)
    const select = (entry: Entry | undefined) => {
      if (entry) browser.selection.set(some([entry]))
    }
    const moveTo = (to: number, anchor = to) => {
      browser.cursor.set({ index: to, anchor })
      reveal(to)
    }
    const loadRow = async (index: number): Promise<Entry | undefined> => {
      try {
        return (await browser.now().folder.load(index, index))[0]
      } catch (error) {
        browser.now().onFailure(error)
        return undefined
      }
    }
    /** `known`: the entry to select there. The rows of the last rendering may be older. */
    const go = async (to: number, extend: boolean, keep: boolean, known?: Entry) => {
      const { folder } = browser.now()
      const { index, anchor } = browser.cursor.get()
      const from = anchor < 0 ? Math.max(0, index) : anchor
      moveTo(to, extend ? from : to)
      if (extend) {
        await selectRange(browser, from, to)
      } else if (!keep) {
        const before = browser.selection.get()
        const entry = known ?? folder.at(to) ?? (await loadRow(to))
        const unchanged = browser.cursor.get().index === to && browser.selection.get() === before
        if (unchanged) select(entry)
      }
    }
    const rename = async () => {
      const { index } = browser.cursor.get()
      if (index < 0 || !browser.now().onRename) return
      // The field is in the row, which another order may have moved off the screen.
      reveal(index)
      const entry = here() ?? (await loadRow(index))
      if (!entry || browser.now().canRename?.(entry) === false) return
      if (browser.cursor.get().index === index) browser.renaming.set(entry.id)
    }
    const openMenu = () => {
      const { index } = browser.cursor.get()
      const box = document.getElementById(rowId(browser.id, index))?.getBoundingClientRect()
      const point = { x: (box?.left ?? 0) + 48, y: (box?.bottom ?? 0) - 8 }
      const entry = here()
      if (entry) selectForMenu(browser, entry)
      browser.menu.set({ point, subject: isNothing(browser.selection.get()) ? 'background' : 'selection' })
    }
    const find = async (prefix: string) => {
      const cursor = browser.cursor.get()
      const found = await lookup.find((signal) => browser.now().folder.findByPrefix(prefix, signal))
      if (!found || browser.cursor.get() !== cursor) return
      browser.cursor.set({ index: found.index, anchor: found.index, entryId: found.entry.id })
      reveal(found.index)
      if (!browser.multiSelect.get()) select(found.entry)
    }
    const type = (character: string) => {
      const { text, fromNext } = typeAhead.add(character)
      const { index } = browser.cursor.get()
      const { folder } = browser.now()
      const known = new Map(folder.known())
      const loaded = findByName(known, text, fromNext ? index + 1 : Math.max(0, index))
      if (loaded !== null) void go(loaded, false, browser.multiSelect.get(), known.get(loaded))
      else if (known.size < folder.total) void find(text)
    }
    const execute = (command: Command) => {
      const entry = here()
      switch (command.do) {
        case 'move':
          return void go(command.to, command.extend, command.keep || browser.multiSelect.get())
        case 'type':
          return type(command.character)
        case 'open':
          return entry && browser.now().onOpen(entry)
        case 'rename':
          return void rename()
        case 'delete': {
          const target = targetOf(browser, browser.selection.get())
          return target.count > 0 && browser.now().onDelete?.(target)
        }
        case 'copy':
        case 'cut':
          return browser.now().onClipboard?.(command.do, targetOf(browser, browser.selection.get()))
        case 'all':
          return void selectAll(browser)
        case 'clear':
          return setMultiSelect(browser, false)
        case 'preview': {
          const { onPreview } = browser.now()
          const selection = browser.selection.get()
          if (!entry) return undefined
          // Where the cursor was moved without selecting, Space selects.
          const isOnly = isSelected(selection, entry.id) && countSelected(selection, browser.now().folder.total) === 1
          if (onPreview && isOnly && entry.type === 'file' && !browser.multiSelect.get()) return onPreview(entry)
          return browser.selection.set(toggle(selection, entry))
        }
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
        const read = readKey(event, folder.total, (key) => findTarget(key, browser.cursor.get().index))
        if (!read) return
        if ((read.do === 'copy' || read.do === 'cut') && !canHold(browser)) return
        lookup.cancel()
        const spaceInName = read.do === 'preview' && typeAhead.isTyping()
        if (read.do !== 'type' && !spaceInName) typeAhead.reset()
        event.preventDefault()
        // Holding the key down would delete again while the first call is still running.
        if (read.do === 'delete' && event.repeat) return
        execute(spaceInName ? { do: 'type', character: ' ' } : read)
      },
      /** Focusing the list by keyboard sets the cursor on the first row. */
      onFocus({ target, currentTarget }: FocusEvent) {
        const arrived = target === currentTarget && currentTarget.matches(':focus-visible')
        if (arrived && browser.cursor.get().index < 0) browser.cursor.set({ index: 0, anchor: 0 })
      },
    }
  }, [browser, reveal, findTarget, lookup])
}

/** Whether there is something to copy or cut here. */
const canHold = (browser: Browser) => browser.now().onClipboard && !isNothing(browser.selection.get())

/**
 * Whether a control inside of the list handles the key: buttons and check boxes Space and Enter, text fields all keys.
 */
function isOwnKey({ target, key }: KeyboardEvent): boolean {
  const control = target instanceof Element ? target.closest('button, a, input') : null
  if (!control) return false
  const isField = control instanceof HTMLInputElement && control.type !== 'checkbox'
  return isField || key === ' ' || key === 'Enter'
}
