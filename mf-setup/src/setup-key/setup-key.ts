import { useSyncExternalStore } from 'react'
import { deleteKeptFields } from './kept-fields.ts'

const storageKey = 'holdall.setup-key'
const listeners = new Set<() => void>()
/** Undefined until it was read. */
let current: string | null | undefined
/** Whether a key was given, in the address or the field, and no page has continued the setup with it. */
let isNew = false

export const isKeyNew = (): boolean => isNew

export function markKeyUsed(): void {
  isNew = false
}

/** The one-time key of the wizard; kept after a reload where the browser allows it. */
export function setupKey(): string | null {
  current ??= ignoringErrors(() => sessionStorage.getItem(storageKey)) ?? null
  return current
}

export function keepSetupKey(key: string): void {
  current = key
  isNew = true
  ignoringErrors(() => sessionStorage.setItem(storageKey, key))
  for (const listener of listeners) listener()
}

export function clearSetupKey(): void {
  current = undefined
  isNew = false
  ignoringErrors(() => sessionStorage.removeItem(storageKey))
  deleteKeptFields()
  for (const listener of listeners) listener()
}

export function useSetupKey(): string | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, setupKey)
}

/** Where storage is disabled the key is kept for this page only. */
function ignoringErrors<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
