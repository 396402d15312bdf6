import { type ComponentType, useState } from 'react'
import type { Entry } from '@holdall/api'
import type { ContextMenuProps, Point } from '@holdall/ui/menu'
import { useIntl } from 'react-intl'
import { type ActionGroups, menuEntries } from '../browser-state/file-action.ts'
import { useContextMenu } from './use-context-menu.ts'

/** An open menu of an entry outside of a list. */
export interface OpenEntryMenu {
  readonly entry: Entry
  /** Pixels of the window. */
  readonly point: Point
  readonly actions: ActionGroups
  /** What it is rendered in; default: the body. */
  readonly container?: HTMLElement | undefined
}

interface EntryContextMenuProps {
  /** null while it is closed. */
  readonly open: OpenEntryMenu | null
  /** Keeps its identity. */
  readonly onClose: () => void
}

/** The context menu of an entry outside of a file browser. Its code is fetched when it first opens. */
export function EntryContextMenu(props: EntryContextMenuProps) {
  const Part = useContextMenu(props.open !== null, props.onClose)
  return Part ? <LoadedMenu Part={Part} {...props} /> : null
}

function LoadedMenu({
  Part,
  open,
  onClose,
}: EntryContextMenuProps & { readonly Part: ComponentType<ContextMenuProps> }) {
  const intl = useIntl()
  // Keeps its place while it fades out.
  const [container, setContainer] = useState(open?.container)
  if (open && open.container !== container) setContainer(open.container)
  return (
    <Part
      point={open?.point ?? null}
      items={open ? menuEntries(open.actions, intl.formatMessage({ id: 'browser.more_short' })) : []}
      label={intl.formatMessage({ id: 'browser.menu.label' })}
      head={open ? <strong dir="auto">{open.entry.attributes.name}</strong> : null}
      container={container}
      onClose={onClose}
    />
  )
}
