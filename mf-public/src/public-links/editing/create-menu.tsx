import { type ActionGroups, menuEntries, SheetMenu } from '@holdall/file-browser'
import { Button, EmptyState, FolderArt, useMediaQuery } from '@holdall/ui'
import { Plus } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'

const AtEnd = styled(Button)`
  flex: none;
  margin-inline-start: auto;
`

interface CreateProps {
  readonly groups: ActionGroups
}

/** Menu of what a visitor can add to this folder. `isMain`: it is the main action of the page. */
export function CreateMenu({ groups, isMain }: CreateProps & { readonly isMain: boolean }) {
  const label = useIntl().formatMessage({ id: 'link.create' })
  const trigger = (
    <AtEnd variant={isMain ? 'primary' : 'default'} icon={Plus}>
      {label}
    </AtEnd>
  )
  return <SheetMenu align="end" label={label} items={menuEntries(groups)} trigger={trigger} />
}

/** An empty folder to which a visitor can add something. `owner` is the name of its owner. */
export function EmptyEditableFolder({ groups, owner }: CreateProps & { readonly owner: string }) {
  // Nothing can be dropped on a touch screen.
  const touch = useMediaQuery('(hover: none)') ? 'yes' : 'no'
  return (
    <EmptyState
      art={<FolderArt />}
      title={<FormattedMessage id="link.empty.title" values={{ touch }} />}
      text={<FormattedMessage id="link.empty.text" values={{ touch, owner: <bdi key="owner">{owner}</bdi> }} />}
      actions={groups
        .flat()
        .filter(({ id }) => id !== 'upload-folder' && id !== 'remote-upload')
        .map(({ id, label, icon, run }, at) => (
          <Button key={id} icon={icon} onClick={run} {...(at === 0 && { variant: 'primary' })}>
            {label}
          </Button>
        ))}
    />
  )
}
