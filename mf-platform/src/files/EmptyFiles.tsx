import type { ActionGroups } from '@holdall/file-browser'
import { Button, EmptyState, FolderArt } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'

/** A folder with nothing in it yet. */
export function EmptyFiles({ create }: { readonly create: ActionGroups }) {
  return (
    <EmptyState
      art={<FolderArt />}
      title={<FormattedMessage id="files.empty.title" />}
      text={<FormattedMessage id="files.empty.text" />}
      actions={create
        .flat()
        .filter(({ id }) => id !== 'upload-folder')
        .map(({ id, label, icon, run }, at) => (
          <Button key={id} icon={icon} onClick={run} {...(at === 0 && { variant: 'primary' })}>
            {label}
          </Button>
        ))}
    />
  )
}
