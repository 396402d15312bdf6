import { useReadable, usePreferences } from '@holdall/section'
import { useIntl } from 'react-intl'
import { useShell } from '../host/host-provider.tsx'
import { useNavigationEntries } from '../app-navigation/navigation-entries.ts'
import type { FoundGroup } from './spotlight-search.ts'

/** While something is searched for: the most places and actions of the shell, together. */
const MAX_COMMANDS = 3

/** Results of the shell itself: the navigation's entries, and actions that are possible everywhere. */
export function useCommands(query: string): { readonly places: FoundGroup; readonly actions: FoundGroup } {
  const { navigation, preferences, session, theme } = useShell()
  const intl = useIntl()
  const dark = useReadable(theme) === 'dark'
  const { view, emojiType } = usePreferences()
  const isGrid = view === 'grid'
  const isTwemoji = emojiType === 'twemoji'
  const isFullScreen = document.fullscreenElement !== null
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
      id: 'action.view',
      title: label(isGrid ? 'spotlight.to_list' : 'spotlight.to_grid'),
      icon: isGrid ? 'list' : 'grid',
      run: () => {
        preferences.set('view', isGrid ? 'list' : 'grid')
      },
    },
    {
      id: 'action.theme',
      title: label(dark ? 'theme.to_light' : 'theme.to_dark'),
      icon: dark ? 'sun' : 'moon',
      run: theme.toggle,
    },
    ...(document.fullscreenEnabled
      ? [
          {
            id: 'action.full_screen',
            title: label(isFullScreen ? 'spotlight.end_full_screen' : 'spotlight.full_screen'),
            icon: isFullScreen ? 'end-full-screen' : 'full-screen',
            run: () => {
              // Browsers may refuse it without a reason that people could act on.
              void (isFullScreen ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
                () => {},
              )
            },
          },
        ]
      : []),
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
  const most = query === '' ? Infinity : MAX_COMMANDS
  const shownPlaces = places.filter(matches).slice(0, most)
  const shownActions = actions.filter(matches).slice(0, most - shownPlaces.length)
  return {
    places: { id: 'places', label: label('spotlight.go_to'), results: shownPlaces },
    actions: { id: 'actions', label: label('spotlight.actions'), results: shownActions },
  }
}
