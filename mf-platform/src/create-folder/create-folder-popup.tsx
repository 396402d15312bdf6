import { createFolder, publicCreateFolder, requestedCreateFolder } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { showEntries } from '@holdall/file-browser'
import { type PopupProps, useHost } from '@holdall/section'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { type Appearance, AppearanceFields } from '../folder-appearance/appearance-fields.tsx'
import { nameError, useReportError } from '../error-messages/report-error.ts'
import { useRestriction } from '../error-messages/use-restriction.ts'
import { NamePopup } from '../rename/name-popup.tsx'

/** Creates a folder inside `parentId`; null is the top of the user's files, or the folder of the link. */
export function CreateFolderPopup({ input: { parentId, link, onCreated }, close }: PopupProps<'create-folder'>) {
  const intl = useIntl()
  const { events, overlay } = useHost()
  const report = useReportError()
  const isForbidden = useRestriction({
    restriction: 'canCreateFolder',
    titleId: 'files.problem.create_folder_restricted',
    close,
    isEnabled: !link,
  })
  const untitled = intl.formatMessage({ id: 'files.create_folder.untitled' })

  const [appearance, setAppearance] = useState<Appearance>({ color: null, emoji: null })
  const { color, emoji } = appearance

  if (isForbidden) return null

  return (
    <NamePopup
      title={intl.formatMessage({ id: 'files.create_folder.title' })}
      label={intl.formatMessage({ id: 'files.create_folder.label' })}
      action={intl.formatMessage({ id: 'files.create_folder.save' })}
      initial={untitled}
      selectedLength={untitled.length}
      close={close}
      save={async (name) => {
        try {
          const body = { name, parent_id: parentId, ...(color && { color }), ...(emoji && { emoji }) }
          const { data } = link
            ? await api.call(link.kind === 'upload-request' ? requestedCreateFolder : publicCreateFolder, {
                params: { token: link.token },
                body,
              })
            : await api.call(createFolder, { body })
          if (link) events.emit('link-files.changed', { token: link.token })
          else events.emit('files.changed', { folderIds: [parentId] })
          onCreated?.(data.id, data.attributes.name)
          // Its name may have got a number, and where it is in the list depends on the order.
          showEntries(parentId, [data.id], data.attributes.name)
        } catch (error) {
          if (isApiError(error, 'create-folder-restricted')) {
            report(error)
            return
          }
          const isAnswered = isApiError(error) && error.status > 0 && error.code !== 'internal'
          const reason = nameError(error)
          const title = isAnswered ? error.message : intl.formatMessage({ id: 'files.create_folder.failed' })
          overlay.alert({
            title,
            tone: 'danger',
            ...(reason !== undefined && reason !== title && { message: reason }),
          })
          throw error
        }
      }}
    >
      <AppearanceFields value={appearance} onChange={setAppearance} />
    </NamePopup>
  )
}
