import { renameSelectionLength } from '@holdall/file-browser'
import { isolate, type PopupProps } from '@holdall/section'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useFileMutations } from '../entries/file-mutations.ts'
import { useKnownEntry } from '../entries/use-known-entry.ts'
import { type Appearance, AppearanceFields } from '../folder-appearance/appearance-fields.tsx'
import { NamePopup } from './name-popup.tsx'

/** Renames a file, or changes name, color and emoji of a folder; by a link only the name. */
export function RenamePopup({ input: { id, name, type, save }, close }: PopupProps<'rename-item'>) {
  const intl = useIntl()
  const entry = useKnownEntry(id)
  const { rename, editFolder } = useFileMutations()
  const isFolder = type === 'folder' && !save
  const [initial] = useState<Appearance>(() => {
    const { color = null, emoji = null } = entry?.attributes ?? {}
    return { color, emoji }
  })
  const [appearance, setAppearance] = useState(initial)
  const title = isFolder ? 'files.edit_folder.title' : 'files.rename.title'
  return (
    <NamePopup
      title={intl.formatMessage({ id: title }, { name: isolate(name) })}
      label={intl.formatMessage({ id: 'files.rename.label' })}
      action={intl.formatMessage({ id: isFolder ? 'files.edit_folder.save' : 'files.rename.save' })}
      initial={name}
      selectedLength={renameSelectionLength(name, type)}
      close={close}
      save={async (newName) => {
        if (save) {
          if (newName !== name) await save(newName)
          return
        }
        const isRestyled = appearance.color !== initial.color || appearance.emoji !== initial.emoji
        if (isRestyled) await editFolder(id, { name: newName, ...appearance }, { name, ...initial })
        else if (newName !== name) await rename({ id, attributes: { name } }, newName)
      }}
    >
      {isFolder ? <AppearanceFields value={appearance} onChange={setAppearance} /> : null}
    </NamePopup>
  )
}
