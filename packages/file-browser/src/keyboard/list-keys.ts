/** What a key does in the list. `extend` selects from the anchor to the new row, `keep` moves without selecting. */
export type Command =
  | { readonly do: 'move'; readonly to: number; readonly extend: boolean; readonly keep: boolean }
  | { readonly do: 'copy' | 'cut' }
  | { readonly do: 'open' | 'rename' | 'delete' | 'all' | 'clear' | 'toggle' | 'preview' | 'menu' }
  | { readonly do: 'type'; readonly character: string }

interface Key {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** The entry that a key moves to, which may be outside of the list; null for a key that does not move. */
export type FindTarget = (key: string) => number | null

/** The command of a key in a list of `total` entries; null where the list does not handle it. */
export function readKey(event: Key, total: number, findTarget: FindTarget): Command | null {
  const { key, shiftKey, altKey } = event
  const control = event.ctrlKey || event.metaKey
  if (altKey) return null
  const target = findTarget(key)
  if (target !== null) {
    return { do: 'move', to: Math.max(0, Math.min(total - 1, target)), extend: shiftKey, keep: control }
  }
  if (key === 'F10' && shiftKey) return { do: 'menu' }
  if (control) {
    const command = shiftKey ? undefined : controlCommands[key.toLowerCase()]
    return command ? { do: command } : key === ' ' ? { do: 'toggle' } : null
  }
  const plain = commands[key]
  if (plain) return { do: plain }
  return key.length === 1 && !pageKeys.has(key) ? { do: 'type', character: key } : null
}

/** Of the page: the search, and the list of shortcuts. */
const pageKeys: ReadonlySet<string> = new Set(['/', '?'])

const controlCommands: Readonly<Record<string, 'all' | 'copy' | 'cut'>> = { a: 'all', c: 'copy', x: 'cut' }

const commands: Readonly<Record<string, 'open' | 'rename' | 'delete' | 'clear' | 'preview' | 'menu'>> = {
  Enter: 'open',
  F2: 'rename',
  Delete: 'delete',
  Escape: 'clear',
  ' ': 'preview',
  ContextMenu: 'menu',
}

/** Of a list with one entry in each row; `index` -1 is none. */
export function listTarget(key: string, index: number, total: number, rowsPerPage: number): number | null {
  if (total === 0) return null
  switch (key) {
    case 'ArrowDown':
      return index + 1
    case 'ArrowUp':
      return index < 0 ? total - 1 : index - 1
    case 'Home':
      return 0
    case 'End':
      return total - 1
    case 'PageDown':
      return index + rowsPerPage
    case 'PageUp':
      return index - rowsPerPage
    default:
      return null
  }
}
