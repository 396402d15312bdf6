import { Fragment, type ReactNode } from 'react'
import { Check } from 'lucide-react'
import { KindTile } from '../file/kind-tile.tsx'
import { Icon, type IconType } from '../icon/icon.tsx'
import type { Hue } from '../theme/hue.ts'
import { useIsPhone } from '../theme/media.ts'
import { ChoiceItem, Help, Item, Label, Line, QuickItem, QuickRow, Shortcut, Words } from './menu-styles.tsx'
import { Submenu } from './submenu.tsx'

export type MenuAction = {
  kind: 'action'
  id: string
  label: ReactNode
  icon?: IconType
  /** Mirrors the icon in right-to-left pages. */
  flip?: boolean
  /** Label of the key that does the same: "F2". Hidden on a phone. */
  shortcut?: string
  /** Text below the label. The icon is then on a tile in `hue`. */
  description?: ReactNode
  hue?: Hue
  danger?: boolean
  /** On a phone, shown in the row of at most four actions at the top. */
  quick?: boolean
  /** Why it cannot be used now. The entry can be focused and describes why, but does nothing. */
  disabledReason?: string | undefined
  onSelect: () => void
}

export type MenuChoice = {
  kind: 'choice'
  id: string
  label: ReactNode
  icon?: IconType
  checked: boolean
  /** Icon at the end of the checked entry, in place of a check mark. */
  mark?: IconType
  onSelect: () => void
}

export type MenuEntry =
  | MenuAction
  /** One of several choices, of which the checked one has a mark. */
  | MenuChoice
  /** Further entries, in a menu of their own. */
  | { kind: 'submenu'; id: string; label: ReactNode; icon?: IconType; items: readonly MenuEntry[] }
  | { kind: 'label'; id: string; label: ReactNode }
  | { kind: 'separator'; id: string }

const pressed = ({ disabledReason, onSelect }: MenuAction) =>
  disabledReason === undefined
    ? { onClick: onSelect }
    : { closeOnClick: false, 'aria-disabled': true, 'aria-description': disabledReason, title: disabledReason }

const Action = ({ entry }: { entry: MenuAction }) => (
  <Item data-danger={entry.danger || undefined} data-two={entry.description ? '' : undefined} {...pressed(entry)}>
    {entry.icon && entry.description ? <KindTile hue={entry.hue ?? 'grey'} icon={entry.icon} size={36} /> : null}
    {entry.icon && !entry.description ? <Icon as={entry.icon} flip={entry.flip ?? false} /> : null}
    <Words>
      {entry.label}
      {entry.description ? <Help>{entry.description}</Help> : null}
    </Words>
    {entry.shortcut ? <Shortcut aria-hidden>{entry.shortcut}</Shortcut> : null}
  </Item>
)

const Quick = ({ entry }: { entry: MenuAction }) => (
  <QuickItem {...pressed(entry)}>
    <span>{entry.icon ? <Icon as={entry.icon} size={20} flip={entry.flip ?? false} /> : null}</span>
    {entry.label}
  </QuickItem>
)

const Choice = ({ entry }: { entry: MenuChoice }) => (
  <ChoiceItem checked={entry.checked} onCheckedChange={entry.onSelect} closeOnClick>
    {entry.icon ? <Icon as={entry.icon} /> : null}
    <Words>{entry.label}</Words>
    <Shortcut>{entry.checked ? <Icon as={entry.mark ?? Check} size={16} /> : null}</Shortcut>
  </ChoiceItem>
)

const one = (entry: MenuEntry) => {
  switch (entry.kind) {
    case 'separator':
      return <Line />
    case 'label':
      return <Label role="presentation">{entry.label}</Label>
    case 'choice':
      return <Choice entry={entry} />
    case 'submenu':
      return (
        <Submenu label={entry.label} icon={entry.icon}>
          <Entries items={entry.items} />
        </Submenu>
      )
    case 'action':
      return <Action entry={entry} />
  }
}

const isQuick = (entry: MenuEntry): entry is MenuAction => entry.kind === 'action' && entry.quick === true

/** Removes separators at either end and after another one. */
const withoutExtraSeparators = (items: readonly MenuEntry[]) =>
  items.filter((entry, index) => {
    if (entry.kind !== 'separator') return true
    const before = items[index - 1]
    return (
      before !== undefined &&
      before.kind !== 'separator' &&
      items.slice(index).some((next) => next.kind !== 'separator')
    )
  })

/** The entries of a menu, in order. */
export const Entries = ({ items }: { items: readonly MenuEntry[] }) => {
  const phone = useIsPhone()
  const quick = phone ? items.filter(isQuick) : []
  const rest = quick.length > 0 ? items.filter((entry) => !isQuick(entry)) : items
  return (
    <>
      {quick.length > 0 ? (
        <QuickRow role="presentation">
          {quick.map((entry) => (
            <Quick key={entry.id} entry={entry} />
          ))}
        </QuickRow>
      ) : null}
      {withoutExtraSeparators(rest).map((entry) => (
        <Fragment key={entry.id}>{one(entry)}</Fragment>
      ))}
    </>
  )
}
