/** What a key does in the list. `extend` keeps the anchor and selects up to the new row. */
export type Command =
  | { readonly do: 'move'; readonly to: number; readonly extend: boolean; readonly keep: boolean }
  | { readonly do: 'open' | 'rename' | 'delete' | 'all' | 'clear' | 'toggle' | 'menu' }
  | { readonly do: 'type'; readonly character: string }

interface Key {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Reads a key in a list of `total` rows with the cursor at `at` and `step` rows to a page; null is not ours. */
export function readKey(event: Key, { at, total, step }: { at: number; total: number; step: number }): Command | null {
  const { key, shiftKey, altKey } = event
  const control = event.ctrlKey || event.metaKey
  if (altKey) return null
  const target = targetOf(key, at, total, step)
  if (target !== null) {
    return { do: 'move', to: Math.max(0, Math.min(total - 1, target)), extend: shiftKey, keep: control }
  }
  if (key === 'F10' && shiftKey) return { do: 'menu' }
  if (control) return key.toLowerCase() === 'a' && !shiftKey ? { do: 'all' } : key === ' ' ? { do: 'toggle' } : null
  const plain = commands[key]
  if (plain) return { do: plain }
  return key.length === 1 ? { do: 'type', character: key } : null
}

const commands: Readonly<Record<string, 'open' | 'rename' | 'delete' | 'clear' | 'toggle' | 'menu'>> = {
  Enter: 'open',
  F2: 'rename',
  Delete: 'delete',
  Escape: 'clear',
  ' ': 'toggle',
  ContextMenu: 'menu',
}

function targetOf(key: string, at: number, total: number, step: number): number | null {
  if (total === 0) return null
  switch (key) {
    case 'ArrowDown':
      return at + 1
    case 'ArrowUp':
      return at < 0 ? total - 1 : at - 1
    case 'Home':
      return 0
    case 'End':
      return total - 1
    case 'PageDown':
      return at + step
    case 'PageUp':
      return at - step
    default:
      return null
  }
}
