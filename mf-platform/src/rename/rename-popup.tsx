import { stemLength } from '@holdall/file-browser'
import { isolate, type PopupProps } from '@holdall/section'
import { useIntl } from 'react-intl'
import { useFileMutations } from '../entries/file-mutations.ts'
import { NamePopup } from './name-popup.tsx'

/** Renames a file or a folder. */
export function RenamePopup({ input: { id, name, type }, close }: PopupProps<'rename-item'>) {
  const intl = useIntl()
  const { rename } = useFileMutations()
  return (
    <NamePopup
      title={intl.formatMessage({ id: 'files.rename.title' }, { name: isolate(name) })}
      label={intl.formatMessage({ id: 'files.rename.label' })}
      action={intl.formatMessage({ id: 'files.rename.save' })}
      initial={name}
      selectedLength={stemLength(name, type)}
      close={close}
      save={async (newName) => {
        if (newName !== name) await rename({ id, attributes: { name } }, newName)
      }}
    />
  )
}
