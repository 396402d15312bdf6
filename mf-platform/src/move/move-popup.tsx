import { useState } from 'react'
import type { PopupProps } from '@holdall/section'
import { Button } from '@holdall/ui'
import { Dialog } from '@holdall/ui/dialog'
import { useQueryClient } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { splitIntoCalls } from '../entries/batched-calls.ts'
import { knownEntry, knownTotal } from '../entries/cached-entries.ts'
import { foldersOf } from '../entries/entry-origin.ts'
import { useFileMutations } from '../entries/file-mutations.ts'
import { FolderPicker, type Picked } from './folder-picker.tsx'

/** Chooses another folder for these entries. A folder cannot be moved into itself. */
export function MovePopup({ input: { ids, fromId: from, allBut = false }, close }: PopupProps<'move'>) {
  const intl = useIntl()
  const { move } = useFileMutations()
  const [target, setTarget] = useState<Picked | null>(null)
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const folders = foldersOf(from)
  const [fromId = null] = folders
  const count = allBut ? (knownTotal(client, fromId) ?? ids.length) - ids.length : ids.length
  const sameFolder =
    target && folders.every((id) => id === target.id) ? intl.formatMessage({ id: 'files.move.already' }) : undefined
  const notChosen = target ? undefined : intl.formatMessage({ id: 'files.move.choose' })
  const submit = async () => {
    if (!target) return
    setBusy(true)
    const selections = allBut
      ? [{ parent_id: fromId, all: true as const, except: [...ids] }]
      : splitIntoCalls(ids).map((items) => ({ items: items.map((id) => ({ id })) }))
    const [first] = ids
    const name = count === 1 && !allBut && first ? (knownEntry(client, first)?.attributes.name ?? null) : null
    if (await move({ selections, from, count, all: allBut, name }, target.id)) close()
    else setBusy(false)
  }
  return (
    <Dialog
      open
      onClose={close}
      title={intl.formatMessage({ id: 'files.move.title' }, { count })}
      closeLabel={intl.formatMessage({ id: 'popup.close' })}
      footer={
        <>
          <Button onClick={close}>
            <FormattedMessage id="popup.cancel" />
          </Button>
          <Button variant="primary" busy={busy} disabledReason={sameFolder ?? notChosen} onClick={() => void submit()}>
            <FormattedMessage id="files.move.save" />
          </Button>
        </>
      }
    >
      <FolderPicker
        isMoved={({ id, parent_id }) => (allBut ? parent_id === fromId && !ids.includes(id) : ids.includes(id))}
        picked={target}
        onPick={setTarget}
      />
    </Dialog>
  )
}
