import type { Entry } from '@holdall/api'
import type { FileAction, Target } from '@holdall/file-browser'
import { isolate, type Readable, useHost, useSession } from '@holdall/section'
import { shortcutLabel, useIsPhone } from '@holdall/ui'
import { ClipboardCopy, Scissors } from '@holdall/ui/icons'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { type Clipboard, clipboard } from './clipboard.ts'
import type { Origin } from './entry-origin.ts'
import { type Moving, movingOf } from './file-mutations.ts'

/** Copy and Cut: by their keys, and in menus. What is held is pasted in Files. */
export function useClipboardActions(originOf: (target: Target) => Origin) {
  const { toasts } = useHost()
  const session = useSession()
  const intl = useIntl()
  const phone = useIsPhone()
  const userId = session.state === 'signed-in' ? session.user.id : null
  return useMemo(() => {
    const hold = (mode: 'copy' | 'cut', target: Target) => {
      if (userId === null) return
      const moving = movingOf(target, originOf(target))
      // On a phone the folder to paste into is opened after the selection, whose end would clear the clipboard.
      if (phone) target.clear()
      clipboard.set({ mode, moving, userId })
      const values = { count: moving.count, name: isolate(moving.name ?? '') }
      toasts.show({ type: 'info', message: intl.formatMessage({ id: `files.clipboard.${mode}` }, values) })
    }
    return {
      cut: cutEntries(userId),
      onClipboard: hold,
      onMultiSelect: () => {
        clipboard.set(null)
      },
      copyAndCut: (target: Target): FileAction[] => [
        {
          id: 'copy',
          label: intl.formatMessage({ id: 'files.action.copy' }),
          icon: ClipboardCopy,
          shortcut: shortcutLabel('C', intl.locale),
          inMore: true,
          run: () => {
            hold('copy', target)
          },
        },
        {
          id: 'cut',
          label: intl.formatMessage({ id: 'files.action.cut' }),
          icon: Scissors,
          shortcut: shortcutLabel('X', intl.locale),
          inMore: true,
          run: () => {
            hold('cut', target)
          },
        },
      ],
    }
  }, [toasts, userId, intl, phone, originOf])
}

/** Whether this user has cut an entry, until it is pasted. */
function cutEntries(userId: string | null): Readable<(entry: Entry) => boolean> {
  const none = () => false
  let held: Clipboard | null = null
  let isCut: (entry: Entry) => boolean = none
  return {
    subscribe: clipboard.subscribe,
    get() {
      const now = clipboard.get()
      if (now !== held) isCut = now?.mode === 'cut' && now.userId === userId ? isAmong(now.moving) : none
      held = now
      return isCut
    },
  }
}

function isAmong({ selections }: Moving): (entry: Entry) => boolean {
  const ids = new Set(
    selections.flatMap((selection) => ('items' in selection ? selection.items : [])).map(({ id }) => id),
  )
  const folders = new Map(
    selections.flatMap((selection) =>
      'items' in selection ? [] : [[selection.parent_id, new Set(selection.except)] as const],
    ),
  )
  return ({ id, attributes: { parent_id: parentId } }) =>
    ids.has(id) || (folders.has(parentId) && folders.get(parentId)?.has(id) === false)
}
