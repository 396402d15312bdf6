import { useState, type ReactNode } from 'react'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { Menu as Base } from '@base-ui/react/menu'
import { Entries, type MenuEntry } from './menu-entries.tsx'
import { Dim, Grab, portalRegion, Panel, Positioner, SheetHead } from './menu-styles.tsx'
import { pageDirection } from './page-direction.ts'
import { scrollHints } from './scroll-hints.ts'

export type Point = { x: number; y: number }

export type ContextMenuProps = {
  /** Where it opens, in pixels of the window; null while closed. */
  point: Point | null
  items: readonly MenuEntry[]
  label: string
  head?: ReactNode
  /** What it is rendered in; default: the body. A modal dialog of the browser covers everything outside of it. */
  container?: HTMLElement | undefined
  onClose: () => void
}

const rectAt =
  ({ x, y }: Point) =>
  () =>
    DOMRect.fromRect({ x, y, width: 0, height: 0 })

/** A menu at a point of the window, for right clicks and the menu key. Returns the focus when closed. */
export const ContextMenu = ({ point, items, label, head, container, onClose }: ContextMenuProps) => {
  // Keeps the last point and entries while the closing menu fades out.
  const [shown, setShown] = useState<{ point: Point; items: readonly MenuEntry[]; head: ReactNode } | null>(null)
  if (point && (shown?.point !== point || shown.items !== items)) setShown({ point, items, head })
  return (
    <DirectionProvider direction={pageDirection()}>
      <Base.Root
        open={point !== null}
        onOpenChange={(open) => {
          if (!open) onClose()
        }}
      >
        <Base.Portal {...portalRegion(label)} {...(container && { container })}>
          <Dim />
          <Positioner
            anchor={shown && { getBoundingClientRect: rectAt(shown.point) }}
            align="start"
            side="bottom"
            // Not clipped by its container.
            positionMethod="fixed"
            sideOffset={2}
            collisionPadding={8}
            // Moved into the window, where flipping it would leave too little room on either side.
            collisionAvoidance={{ side: 'shift', align: 'shift', fallbackAxisSide: 'none' }}
          >
            <Panel aria-label={label} ref={scrollHints}>
              <Grab aria-hidden />
              {shown?.head ? <SheetHead role="presentation">{shown.head}</SheetHead> : null}
              <Entries items={shown?.items ?? []} />
            </Panel>
          </Positioner>
        </Base.Portal>
      </Base.Root>
    </DirectionProvider>
  )
}
