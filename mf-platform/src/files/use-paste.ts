import type { ActionGroups } from '@holdall/file-browser'
import { useReadable, useSession } from '@holdall/section'
import { shortcutLabel } from '@holdall/ui'
import { ClipboardPaste } from '@holdall/ui/icons'
import { useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { clipboard } from '../entries/clipboard.ts'
import { foldersOf } from '../entries/entry-origin.ts'
import type { useFileMutations } from '../entries/file-mutations.ts'
import { useCopyEntries } from '../entries/use-copy-entries.ts'

/** Paste into this folder: its action while the clipboard holds something, and its key. */
export function usePaste(
  folderId: string | null,
  { move }: Pick<ReturnType<typeof useFileMutations>, 'move'>,
  { isEnabled }: { readonly isEnabled: boolean },
): ActionGroups {
  const intl = useIntl()
  const session = useSession()
  const held = useReadable(clipboard)
  const { copy } = useCopyEntries()
  const isPasting = useRef(false)
  const userId = session.state === 'signed-in' ? session.user.id : null
  const canPaste = isEnabled && held !== null && held.userId === userId

  const paste = async () => {
    if (!canPaste || isPasting.current) return
    const { mode, moving } = held
    isPasting.current = true
    try {
      if (mode === 'copy') await copy(moving, folderId)
      else if (foldersOf(moving.from).some((id) => id !== folderId) && (await move(moving, folderId))) {
        clipboard.set(null)
      }
    } finally {
      isPasting.current = false
    }
  }
  const latest = useRef(paste)
  useEffect(() => {
    latest.current = paste
  })
  // On the document: an empty folder has nothing that could have the focus.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPaste = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isPaste || event.key.toLowerCase() !== 'v' || event.repeat || event.defaultPrevented) return
      const { target } = event
      if (target instanceof Element && target.closest('input, textarea, [contenteditable], [role$=dialog]')) return
      void latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
  if (!canPaste) return []
  return [
    [
      {
        id: 'paste',
        label: intl.formatMessage({ id: 'files.action.paste' }, { count: held.moving.count }),
        icon: ClipboardPaste,
        shortcut: shortcutLabel('V', intl.locale),
        run: () => void paste(),
      },
    ],
  ]
}
