import { useReadable } from '@holdall/section'
import { useIntl } from 'react-intl'
import { useShell } from '../host-provider.tsx'
import { usePlaces } from '../rail/entries.ts'
import type { FoundGroup } from './search.ts'

/** What the shell itself offers: its places, and what can be done from everywhere. */
export function useCommands(query: string): { readonly places: FoundGroup; readonly actions: FoundGroup } {
  const { navigation, session, theme } = useShell()
  const intl = useIntl()
  const dark = useReadable(theme) === 'dark'
  const wanted = query.toLocaleLowerCase(intl.locale)
  const fits = ({ title }: { readonly title: string }) => title.toLocaleLowerCase(intl.locale).includes(wanted)
  const label = (id: string) => intl.formatMessage({ id })

  const places = usePlaces().map(({ id, path, label: title, icon }) => ({
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
      id: 'action.log_out',
      title: label('log_out'),
      icon: 'log-out',
      run: () => {
        void session.signOut()
      },
    },
  ]
  return {
    places: { id: 'places', label: label('spotlight.go_to'), results: places.filter(fits) },
    actions: { id: 'actions', label: label('spotlight.actions'), results: actions.filter(fits) },
  }
}
