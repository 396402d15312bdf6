import { cloneElement, useState, type ComponentType } from 'react'
import type { MenuProps } from './menu.tsx'

const load = () => import('./index.ts')

/** Prefetches the menu. A failure is ignored, because opening the menu loads it again. */
const prefetch = () => {
  load().catch(() => undefined)
}

/**
 * A menu whose code is fetched when its button is first hovered or focused, and rendered when it is clicked, so that a
 * list of many rows renders buttons only.
 */
export const LazyMenu = ({ trigger, open: given, onOpenChange, ...rest }: MenuProps) => {
  const [Part, setPart] = useState<ComponentType<MenuProps> | null>(null)
  const [own, setOwn] = useState(false)
  const open = given ?? own
  const setOpen = onOpenChange ?? setOwn
  if (Part) return <Part trigger={trigger} {...rest} open={open} onOpenChange={setOpen} />
  const press = async () => {
    const { Menu } = await load()
    setPart(() => Menu)
    setOpen(true)
  }
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: prefetch,
    onFocus: prefetch,
    // When loading fails the button stays as it is, and the next press tries again.
    onClick: () => void press().catch(() => undefined),
  })
}
