import type { ActionGroups } from '@holdall/file-browser'
import { Button, EmptyState, FolderArt, useMediaQuery } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'

/** What of the create menu has a button here. */
const shown = new Set(['upload-files', 'create-folder', 'create-file-request'])

/** A folder with nothing in it yet. */
export function EmptyFiles({ create }: { readonly create: ActionGroups }) {
  // Nothing can be dropped on a touch screen.
  const isTouch = useMediaQuery('(hover: none)')
  return (
    <EmptyState
      art={<FolderArt />}
      title={<FormattedMessage id="files.empty.title" />}
      text={<FormattedMessage id="files.empty.text" values={{ touch: isTouch ? 'yes' : 'no' }} />}
      actions={create
        .flat()
        .filter(({ id }) => shown.has(id))
        .map(({ id, label, icon, run }, at) => (
          <Button key={id} icon={icon} onClick={run} {...(at === 0 && { variant: 'primary' })}>
            {label}
          </Button>
        ))}
    />
  )
}
