import { type ActionGroups, menuEntries, SheetMenu } from '@holdall/file-browser'
import { Button, IconButton, useIsPhone } from '@holdall/ui'
import { Plus } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import styled from 'styled-components'

const Round = styled(IconButton)`
  background: var(--accent-solid);
  color: var(--on-accent);
  border-radius: 14px;
  box-shadow: var(--sheen);
  &&:hover,
  &&:active {
    background: var(--accent-solid-hover);
    color: var(--on-accent);
  }
`

interface CreateMenuProps {
  readonly groups: ActionGroups
  /** Why nothing can be created here. */
  readonly disabledReason?: string | undefined
}

/** Menu of what can be created in this folder. */
export function CreateMenu({ groups, disabledReason }: CreateMenuProps) {
  const intl = useIntl()
  const phone = useIsPhone()
  const label = intl.formatMessage({ id: 'files.create' })
  if (disabledReason !== undefined) {
    // On a phone what cannot be used is left out.
    return phone ? null : (
      <Button variant="primary" icon={Plus} disabledReason={disabledReason}>
        {label}
      </Button>
    )
  }
  return (
    <SheetMenu
      align="end"
      label={label}
      items={menuEntries(groups)}
      trigger={
        phone ? (
          <Round icon={Plus} iconSize={20} label={label} />
        ) : (
          <Button variant="primary" icon={Plus}>
            {label}
          </Button>
        )
      }
    />
  )
}
