import { useSession } from '@holdall/section'
import { Button } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCatalogue, useShell } from '../host-provider.tsx'
import { routeOf } from '../navigation/catalogue.ts'
import { usePlaces } from '../rail/entries.ts'

/** Where people can go from a page that is not there: what is left of the product, and signing in or out. */
export function WaysOn({ primary = false }: { readonly primary?: boolean }) {
  const { navigation, session: account } = useShell()
  const intl = useIntl()
  const { known } = useCatalogue()
  const isSignedIn = useSession().state === 'signed-in'
  const places = usePlaces()
  const button = (label: string, onClick: () => void, isPrimary = false) => (
    <Button key={label} {...(isPrimary ? { variant: 'primary' as const } : {})} onClick={onClick}>
      {label}
    </Button>
  )
  const text = (id: string, name = '') => intl.formatMessage({ id }, { name })

  if (!isSignedIn) {
    const canSignIn = routeOf(known, '/sign-in') !== null
    return canSignIn ? (
      button(
        text('section.go_home'),
        () => {
          navigation.go('/')
        },
        primary,
      )
    ) : (
      <FormattedMessage id="section.no_sign_in" />
    )
  }
  const elsewhere = places.filter(({ active }) => !active)
  const files = routeOf(known, '/platform/files')
  const home = files ? [] : elsewhere.slice(0, 1)
  return (
    <>
      {files
        ? button(
            text('section.go_files'),
            () => {
              navigation.go('/platform/files')
            },
            primary,
          )
        : null}
      {home.map(({ path, label }) =>
        button(
          text('section.go_to', label),
          () => {
            navigation.go(path)
          },
          primary,
        ),
      )}
      {files
        ? null
        : button(text('log_out'), () => {
            void account.signOut()
          })}
    </>
  )
}
