import { useState } from 'react'
import type { PopupProps } from '@holdall/section'
import { Dialog } from '@holdall/ui/dialog'
import { useQueryClient } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { splitIntoCalls } from '../entries/batched-calls.ts'
import { knownItems, knownTotal, teamLists } from '../entries/cached-entries.ts'
import { foldersOf } from '../entries/entry-origin.ts'
import { useFileMutations } from '../entries/file-mutations.ts'
import { useCopyEntries } from '../entries/use-copy-entries.ts'
import { useKnownEntry } from '../entries/use-known-entry.ts'
import { DialogButtons } from '../form-dialog/form-dialog.tsx'
import { FolderPicker, type Picked } from './folder-picker.tsx'

/** Chooses the folder that these entries are moved or copied into. A folder cannot be put into itself. */
export function MovePopup({
  input: { ids, fromId: from, allBut = false, copy: isCopy = false, link },
  close,
}: PopupProps<'move'>) {
  const intl = useIntl()
  const { move } = useFileMutations()
  const { copy } = useCopyEntries()
  const [target, setTarget] = useState<Picked | null>(null)
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const folders = foldersOf(from)
  const [fromId = null] = folders
  const count = link ? link.count : allBut ? (knownTotal(client, fromId) ?? ids.length) - ids.length : ids.length
  const single = useKnownEntry(count === 1 && !allBut ? ids[0] : undefined)
  const sameFolder =
    !isCopy && target && folders.every((id) => id === target.id)
      ? intl.formatMessage({ id: 'files.move.already' })
      : undefined
  const notChosen = target ? undefined : intl.formatMessage({ id: 'files.move.choose' })
  const submit = async () => {
    if (!target) return
    setBusy(true)
    if (link) {
      if (await link.move(target.id)) close()
      else setBusy(false)
      return
    }
    const selections = allBut
      ? [{ parent_id: fromId, all: true as const, except: [...ids] }]
      : splitIntoCalls(ids).map((items) => ({ items: knownItems(client, items) }))
    const moving = { selections, from, count, all: allBut, name: single?.attributes.name ?? null }
    if (await (isCopy ? copy(moving, target.id) : move(moving, target.id))) close()
    else setBusy(false)
  }
  return (
    <Dialog
      open
      onClose={close}
      title={intl.formatMessage({ id: isCopy ? 'files.copy_to.title' : 'files.move.title' }, { count })}
      closeLabel={intl.formatMessage({ id: 'popup.close' })}
      footer={
        <DialogButtons close={close} busy={busy} disabledReason={sameFolder ?? notChosen} onClick={() => void submit()}>
          <FormattedMessage id={isCopy ? 'files.copy_to.save' : 'files.move.save'} />
        </DialogButtons>
      }
    >
      <FolderPicker
        isMoved={({ id, parent_id }) => (allBut ? parent_id === fromId && !ids.includes(id) : ids.includes(id))}
        picked={target}
        onPick={setTarget}
        {...(link ? { link } : { teams: teamLists })}
      />
    </Dialog>
  )
}
