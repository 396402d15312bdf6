import type { Entry } from '@holdall/api'
import type { ActionGroups, FileAction, Target } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { originOf } from '../entries/entry-origin.ts'
import { useFileMutations } from '../entries/file-mutations.ts'
import { useOwnedEntryActions } from '../entries/use-owned-entry-actions.ts'
import { useTeamFolderActions } from '../team-members/use-team-folder-actions.ts'
import { isDrawerOpen } from './sidebar-drawer.tsx'

const originOfTarget = ({ entries }: Target) => originOf(entries)

/** The menu of a favourite in the sidebar: that of its folder. `remove` removes it from the favourites. */
export function useFavouriteMenu(): (folder: Entry, remove: () => void) => ActionGroups {
  const { overlay } = useHost()
  const { actions } = useOwnedEntryActions(originOfTarget, useFileMutations(), { onTeamFolder: useTeamFolderActions() })
  return (folder, remove) => {
    const { id, type, attributes } = folder
    const target: Target = {
      count: 1,
      entries: [folder],
      all: false,
      single: folder,
      wire: () => [{ items: [{ id, type }] }],
      load: () => Promise.resolve([folder]),
      rename() {
        overlay.open('rename-item', { id, name: attributes.name, type })
      },
      clear() {},
    }
    return actions(target).map((group) => group.map((action) => inSidebar(action, remove)))
  }
}

/** Without its key, which only lists have. The drawer, which would cover popups and toasts, is closed first. */
function inSidebar({ shortcut: _shortcut, ...action }: FileAction, remove: () => void): FileAction {
  return {
    ...action,
    run: () => {
      isDrawerOpen.set(false)
      if (action.id === 'favourite') remove()
      else action.run()
    },
  }
}
