import { useCallback } from 'react'
import type { FileBrowserProps, Target } from '@holdall/file-browser'
import { Preview } from '@holdall/preview'
import { useHost } from '@holdall/section'
import { useReportError } from '../error-messages/report-error.ts'
import { useFavouriteIds } from '../favourites/favourite-ids.ts'
import { originOf } from './entry-origin.ts'
import { canChange } from './entry-rights.ts'
import type { useFileMutations } from './file-mutations.ts'
import { openEntry } from './open-action.ts'
import { type FurtherActions, useOwnedEntryActions } from './use-owned-entry-actions.ts'

interface OwnedEntriesOptions {
  /** The folder that is listed, null being the top. Absent: the list is over several folders. */
  readonly folderId?: string | null
  readonly further?: FurtherActions
}

/** What every list of the user's live entries does: menu, keys, drag and drop, names, stars and preview. */
export function useOwnedEntries(
  mutations: Pick<ReturnType<typeof useFileMutations>, 'rename' | 'trash'>,
  { folderId, further }: OwnedEntriesOptions = {},
) {
  const { navigation } = useHost()
  const report = useReportError()
  const favourites = useFavouriteIds()
  const originOfTarget = useCallback(
    ({ entries }: Target) => (folderId === undefined ? originOf(entries) : folderId),
    [folderId],
  )
  const { actions, share, cut, onClipboard, onMultiSelect } = useOwnedEntryActions(originOfTarget, mutations, further)
  return {
    actions,
    quickAction: share,
    cut,
    onClipboard,
    onMultiSelect,
    movable: true,
    onRename: mutations.rename,
    canRename: canChange,
    onDelete: (target) => {
      if (target.entries.every(canChange)) void mutations.trash(target, originOfTarget(target))
    },
    onOpen: (entry) => {
      openEntry(entry, navigation)
    },
    favourites,
    onFailure: report,
    preview: Preview,
  } satisfies Partial<FileBrowserProps>
}
