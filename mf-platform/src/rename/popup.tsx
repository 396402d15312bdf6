import { renameEntry } from '@holdall/api'
import { api } from '@holdall/api-client'
import { stemLength } from '@holdall/file-browser'
import { type PopupProps, useHost } from '@holdall/section'
import { useIntl } from 'react-intl'
import { nameProblem } from '../problem/name-problem.ts'
import { useReport } from '../problem/report.ts'
import { NamePopup } from './NamePopup.tsx'

/** Another name for a file or a folder. */
export function RenamePopup({ input: { id, name, type }, close }: PopupProps<'rename-item'>) {
  const intl = useIntl()
  const { events } = useHost()
  const report = useReport()
  return (
    <NamePopup
      title={intl.formatMessage({ id: 'files.rename.title' }, { name })}
      label={intl.formatMessage({ id: 'files.rename.label' })}
      action={intl.formatMessage({ id: 'files.rename.save' })}
      initial={name}
      marked={stemLength(name, type)}
      close={close}
      save={async (wanted) => {
        if (wanted === name) return
        try {
          const { data } = await api.call(renameEntry, { params: { id }, body: { name: wanted } })
          events.emit('files.changed', { folderIds: [data.attributes.parent_id] })
        } catch (error) {
          if (!nameProblem(error)) report(error)
          throw error
        }
      }}
    />
  )
}
