import { type ComponentType, useEffect, useState } from 'react'
import type { ContextMenuProps } from '@holdall/ui/menu'
import { loadContextMenu } from './load-menu.ts'

/**
 * The context menu's code, which is fetched when a menu opens; null until it is loaded. `onFailure`, which keeps its
 * identity, closes a menu whose code could not be fetched: the next attempt fetches it again.
 */
export function useContextMenu(isOpen: boolean, onFailure: () => void): ComponentType<ContextMenuProps> | null {
  const [Part, setPart] = useState<ComponentType<ContextMenuProps> | null>(null)
  useEffect(() => {
    if (!isOpen || Part) return
    loadContextMenu().then((loaded) => {
      setPart(() => loaded)
    }, onFailure)
  }, [isOpen, Part, onFailure])
  return Part
}
