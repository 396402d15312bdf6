import type { ReactElement, ReactNode } from 'react'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { Menu as Base } from '@base-ui/react/menu'
import { Entries, type MenuEntry } from './menu-entries.tsx'
import { Dim, Grab, portalRegion, Panel, Positioner, SheetHead } from './menu-styles.tsx'
import { pageDirection } from './page-direction.ts'
import { scrollHints } from './scroll-hints.ts'

export type MenuProps = {
  /** The button that opens it; it needs no handler. */
  trigger: ReactElement<Record<string, unknown>>
  items: readonly MenuEntry[]
  /** Accessible name of the menu; default: that of the trigger. */
  label?: string
  /** Side of the button that it is aligned with. */
  align?: 'start' | 'end'
  side?: 'top' | 'bottom' | 'inline-end'
  /** Header of the bottom sheet on a phone: what the menu acts on. */
  head?: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** A menu at a button; a bottom sheet on a phone. */
export const Menu = (props: MenuProps) => {
  const { trigger, items, label, align = 'start', side = 'bottom', head, open, onOpenChange } = props
  return (
    <DirectionProvider direction={pageDirection()}>
      <Base.Root
        {...(open !== undefined && { open })}
        {...(onOpenChange && { onOpenChange: (next) => onOpenChange(next) })}
      >
        <Base.Trigger render={trigger} />
        <Base.Portal {...(label && portalRegion(label))}>
          <Dim />
          <Positioner align={align} side={side} sideOffset={6} collisionPadding={8}>
            <Panel {...(label && { 'aria-label': label })} ref={scrollHints}>
              <Grab aria-hidden />
              {head ? <SheetHead role="presentation">{head}</SheetHead> : null}
              <Entries items={items} />
            </Panel>
          </Positioner>
        </Base.Portal>
      </Base.Root>
    </DirectionProvider>
  )
}
