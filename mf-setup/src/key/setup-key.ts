import { useSyncExternalStore } from 'react'

const place = 'holdall.setup-key'
const listeners = new Set<() => void>()
/** Undefined until it was looked for. */
let current: string | null | undefined

/** The one-time key of this page's wizard; survives a reload where the browser lets it. */
export function setupKey(): string | null {
  current ??= quietly(() => sessionStorage.getItem(place)) ?? null
  return current
}

export function keepSetupKey(key: string): void {
  current = key
  quietly(() => sessionStorage.setItem(place, key))
  for (const listener of listeners) listener()
}

export function forgetSetupKey(): void {
  current = undefined
  quietly(() => sessionStorage.removeItem(place))
  for (const listener of listeners) listener()
}

export function useSetupKey(): string | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, setupKey)
}

/** Where storage is switched off the key lives as long as the page. */
function quietly<T>(reach: () => T): T | undefined {
  try {
    return reach()
  } catch {
    return undefined
  }
}
