import type { TeamPermission, TeamRole } from '@holdall/api'
import { SheetMenu } from '@holdall/file-browser'
import { isolate } from '@holdall/section'
import { Avatar, Button, IconButton, type Person, Text } from '@holdall/ui'
import { ChevronDown, Undo2, X } from '@holdall/ui/icons'
import { type ReactNode, useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { usePermissionOptions } from './invite-fields.tsx'

const List = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  /* As high as what is in them: where the list scrolls, rows would shrink to their minimum. */
  grid-auto-rows: max-content;
  max-block-size: min(320px, 44dvh);
  /* The outlines of focused buttons are inside of what scrolls. */
  margin: 0 -4px;
  padding: 0 4px;
  overflow-y: auto;
  overscroll-behavior: contain;
  list-style: none;
`
const Item = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 12px;
  min-block-size: 56px;
  padding-block: 6px;
  & + & {
    border-block-start: 1px solid var(--line);
  }
`
const Words = styled.div`
  display: grid;
  flex: 1 1 0;
  min-inline-size: 0;
  b,
  small {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  b {
    font-weight: var(--w-medium);
    text-align: match-parent;
  }
  small {
    font-size: var(--t-13);
    line-height: 20px;
    color: var(--text-3);
    text-align: match-parent;
  }
  [data-removed] > & > b {
    text-decoration: line-through;
    color: var(--text-3);
  }
`
const Controls = styled.div`
  display: flex;
  align-items: center;
  gap: 4px;
  @media (max-width: 640px) {
    &:has([aria-haspopup]) {
      /* On a line of its own, below the name. */
      flex-basis: 100%;
      justify-content: space-between;
      padding-inline-start: 32px;
    }
  }
`

/** A list of people, which scrolls where it is long. */
export function PeopleList({ children }: { readonly children: ReactNode }) {
  const intl = useIntl()
  return <List aria-label={intl.formatMessage({ id: 'team_members.people' })}>{children}</List>
}

interface PersonRowProps {
  readonly person: Person
  readonly email: string
  /** Below the name, in place of the address. */
  readonly detail?: ReactNode
  readonly permission: TeamRole
  /** Will be removed; default: false. */
  readonly isRemoved?: boolean
  /** Absent: the permission cannot be changed. */
  readonly onChange?: (permission: TeamPermission) => void
  readonly onRemove?: () => void
  readonly onUndo?: () => void
}

/** A person with a permission, which can be changed, and who can be removed. */
export function PersonRow(props: PersonRowProps) {
  const { person, email, detail, permission, isRemoved = false, onChange, onRemove, onUndo } = props
  const intl = useIntl()
  const permissions = usePermissionOptions()
  const item = useRef<HTMLLIElement>(null)
  const wasRemoved = useRef(isRemoved)
  useEffect(() => {
    // The button that had the focus has gone.
    if (wasRemoved.current !== isRemoved) item.current?.querySelector<HTMLElement>('[data-removal]')?.focus()
    wasRemoved.current = isRemoved
  }, [isRemoved])
  const called = { name: isolate(person.name) }
  return (
    <Item ref={item} data-removed={isRemoved || undefined}>
      <Avatar {...person} decorative />
      <Words>
        <b dir="auto" title={email}>
          {person.name}
        </b>
        <small dir="auto">{isRemoved ? <FormattedMessage id="team_members.removed" /> : (detail ?? email)}</small>
      </Words>
      <Controls>
        {isRemoved ? (
          <Button
            data-removal
            size="s"
            variant="quiet"
            icon={Undo2}
            aria-label={intl.formatMessage({ id: 'team_members.keep' }, called)}
            onClick={onUndo}
          >
            <FormattedMessage id="files.undo" />
          </Button>
        ) : permission === 'owner' || !onChange ? (
          <Text variant="secondary" tone="muted">
            <FormattedMessage id={`team_members.${permission}`} />
          </Text>
        ) : (
          <>
            {/* A select for each of a hundred people would take a second to be rendered. */}
            <SheetMenu
              align="end"
              label={intl.formatMessage({ id: 'team_members.permission_of' }, called)}
              items={permissions.map(({ value, label }) => ({
                kind: 'choice',
                id: value,
                label,
                checked: value === permission,
                onSelect: () => {
                  onChange(value)
                },
              }))}
              trigger={
                <Button
                  size="s"
                  variant="quiet"
                  iconEnd={ChevronDown}
                  aria-label={`${intl.formatMessage({ id: `team_members.${permission}` })}, ${intl.formatMessage({ id: 'team_members.permission_of' }, called)}`}
                >
                  <FormattedMessage id={`team_members.${permission}`} />
                </Button>
              }
            />
            <IconButton
              data-removal
              icon={X}
              label={intl.formatMessage({ id: 'team_members.remove' }, called)}
              onClick={onRemove}
            />
          </>
        )}
      </Controls>
    </Item>
  )
}
