import type { Entry } from '@holdall/api'
import { type FileAction, showEntries, type Target } from '@holdall/file-browser'
import type { NavigationApi } from '@holdall/section'
import { Eye, FolderSearch } from '@holdall/ui/icons'
import type { IntlShape } from 'react-intl'
import { isTeamFolder, routeOf } from './entry-rights.ts'

/** Opens a folder in Files, or on the page of its team folder. */
export function openEntry(entry: Entry, navigation: NavigationApi): void {
  if (entry.type === 'folder') navigation.go({ name: routeOf(entry), params: { id: entry.id } })
}

/** "Open", where the target is one folder; nothing otherwise. */
export function openAction({ single }: Target, intl: IntlShape, navigation: NavigationApi): FileAction[] {
  if (single?.type !== 'folder') return []
  return [
    {
      id: 'open',
      label: intl.formatMessage({ id: 'files.action.open' }),
      icon: Eye,
      shortcut: intl.formatMessage({ id: 'files.key.enter' }),
      run: () => {
        openEntry(single, navigation)
      },
    },
  ]
}

/** Opens the folder that the entry is in, where the target is one entry whose list says so. */
export function locationAction({ single }: Target, label: string, navigation: NavigationApi): FileAction[] {
  const location = single?.meta?.location
  if (!location) return []
  return [
    {
      id: 'location',
      label,
      icon: FolderSearch,
      run: () => {
        navigation.go({ name: routeOf(single), params: location.id ? { id: location.id } : {} })
        const { name, deleted_at } = single.attributes
        if (deleted_at === null && !isTeamFolder(single)) showEntries(location.id, [single.id], name)
      },
    },
  ]
}
