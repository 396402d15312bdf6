import { type ActionGroups, menuEntries } from '@holdall/file-browser'
import { Button, IconButton, LazyMenu, useIsPhone } from '@holdall/ui'
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

/** Everything that can be put into this folder. */
export function CreateMenu({ groups }: { readonly groups: ActionGroups }) {
  const intl = useIntl()
  const phone = useIsPhone()
  const label = intl.formatMessage({ id: 'files.create' })
  return (
    <LazyMenu
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
