import { useReadable } from '@holdall/section'
import { useIntl } from 'react-intl'
import { useShell } from '../host/host-provider.tsx'
import { useNavigationEntries } from '../app-navigation/navigation-entries.ts'
import type { FoundGroup } from './spotlight-search.ts'

/** Results of the shell itself: the navigation's entries, and actions that are possible everywhere. */
export function useCommands(query: string): { readonly places: FoundGroup; readonly actions: FoundGroup } {
  const { navigation, preferences, session, theme } = useShell()
  const isTwemoji = useReadable(preferences).emojiType === 'twemoji'
  const intl = useIntl()
  const dark = useReadable(theme) === 'dark'
  const lowerQuery = query.toLocaleLowerCase(intl.locale)
  const matches = ({ title }: { readonly title: string }) => title.toLocaleLowerCase(intl.locale).includes(lowerQuery)
  const label = (id: string) => intl.formatMessage({ id })

  const places = useNavigationEntries().map(({ id, path, label: title, icon }) => ({
    id: `place.${id}`,
    title,
    icon,
    run: () => {
      navigation.go(path)
    },
  }))
  const actions = [
    {
      id: 'action.theme',
      title: label(dark ? 'theme.to_light' : 'theme.to_dark'),
      icon: dark ? 'sun' : 'moon',
      run: theme.toggle,
    },
    {
      id: 'action.emoji',
      title: label(isTwemoji ? 'emoji.to_device' : 'emoji.to_twemoji'),
      icon: 'emoji',
      run: () => {
        preferences.set('emojiType', isTwemoji ? 'applemoji' : 'twemoji')
      },
    },
    {
      id: 'action.log_out',
      title: label('log_out'),
      icon: 'log-out',
      run: () => {
        void session.signOut()
      },
    },
  ]
  return {
    places: { id: 'places', label: label('spotlight.go_to'), results: places.filter(matches) },
    actions: { id: 'actions', label: label('spotlight.actions'), results: actions.filter(matches) },
  }
}
