import type { FileAction, Target } from '@holdall/file-browser'
import type { NavigationApi } from '@holdall/section'
import { Eye } from '@holdall/ui/icons'
import type { IntlShape } from 'react-intl'

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
