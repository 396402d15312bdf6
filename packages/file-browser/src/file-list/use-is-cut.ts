import { useCallback, useSyncExternalStore } from 'react'
import type { Entry } from '@holdall/api'
import { useBrowser } from '../browser-state/browser-context.ts'

/** Whether an entry was cut, to be pasted into another folder. */
export function useIsCut(entry: Entry): boolean {
  const browser = useBrowser()
  const subscribe = useCallback(
    (listener: () => void) => browser.now().cut?.subscribe(listener) ?? (() => {}),
    [browser],
  )
  return useSyncExternalStore(subscribe, () => browser.now().cut?.get()(entry) ?? false)
}
