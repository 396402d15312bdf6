import { cloneElement, useState, type ComponentType } from 'react'
import type { MenuProps } from './menu.tsx'

const load = () => import('./index.ts')

/** Prefetches the menu; a failure is repeated, and handled, when the menu is opened. */
const warm = () => {
  load().catch(() => undefined)
}

/**
 * A menu whose code is fetched when its button is first pointed at or focused, and built when it is pressed:
 * a list of many rows carries buttons only.
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
    onPointerEnter: warm,
    onFocus: warm,
    // When loading fails the button stays as it is, and the next press tries again.
    onClick: () => void press().catch(() => undefined),
  })
}
