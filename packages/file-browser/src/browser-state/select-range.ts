import type { Entry } from '@holdall/api'
import type { Browser } from './browser-context.ts'
import { everything, type SelectionState, some, withMore } from './selection.ts'

/** Of a range with more rows than this, the rows outside of it are loaded instead when they are fewer. */
const MANY_ROWS = 1000

/** Selects all rows. Of a list over several folders they are fetched and selected by id. */
export async function selectAll(browser: Browser): Promise<void> {
  const { source, folder } = browser.now()
  if (source.isFolder) browser.selection.set(everything())
  else if (folder.total > 0) await selectRange(browser, 0, folder.total - 1)
}

/**
 * Selects the rows from `from` to `to`, both included, and fetches those that are not loaded. `add` keeps the
 * selection. Failures are passed to `onFailure`.
 */
export async function selectRange(browser: Browser, from: number, to: number, add = false): Promise<void> {
  const { source, folder } = browser.now()
  const before = browser.selection.get()
  const [first, last] = from < to ? [from, to] : [to, from]
  if (source.isFolder && first === 0 && last === folder.total - 1 && last > 0) {
    browser.selection.set(everything())
    return
  }
  const at = known(folder.at, first, last)
  if (at) {
    browser.selection.set(add ? withMore(before, at) : some(at))
    return
  }
  browser.selecting.set(true)
  try {
    const next = await loadRange(browser, first, last, add ? before : null)
    // A selection that was made while rows were loading stays.
    if (browser.selection.get() === before) browser.selection.set(next)
  } catch (error) {
    browser.now().onFailure(error)
  } finally {
    browser.selecting.set(false)
  }
}

async function loadRange(
  browser: Browser,
  first: number,
  last: number,
  keep: SelectionState | null,
): Promise<SelectionState> {
  const { source, folder } = browser.now()
  const inside = last - first + 1
  if (source.isFolder && !keep && inside > MANY_ROWS && folder.total - inside < inside) {
    const outside = [await folder.load(0, first - 1), await folder.load(last + 1, folder.total - 1)].flat()
    return { mode: 'all', except: new Set(outside.map(({ id }) => id)) }
  }
  const rows = await folder.load(first, last)
  return keep ? withMore(keep, rows) : some(rows)
}

function known(at: (index: number) => Entry | undefined, first: number, last: number): Entry[] | null {
  const rows: Entry[] = []
  for (let index = first; index <= last; index++) {
    const entry = at(index)
    if (!entry) return null
    rows.push(entry)
  }
  return rows
}
