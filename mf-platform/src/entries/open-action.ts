import type { Entry } from '@holdall/api'
import { type FileAction, showEntries, type Target } from '@holdall/file-browser'
import type { NavigationApi } from '@holdall/section'
import { Eye, FolderSearch } from '@holdall/ui/icons'
import type { IntlShape } from 'react-intl'

/** Opens a folder in Files. */
export function openEntry(entry: Entry, navigation: NavigationApi): void {
  if (entry.type === 'folder') navigation.go({ name: 'Files', params: { id: entry.id } })
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
        navigation.go({ name: 'Files', params: { id: single.id } })
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
        navigation.go({ name: 'Files', params: location.id ? { id: location.id } : {} })
        const { name, deleted_at } = single.attributes
        if (deleted_at === null) showEntries(location.id, [single.id], name)
      },
    },
  ]
}
