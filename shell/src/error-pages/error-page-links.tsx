import { useSession } from '@holdall/section'
import { Button } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCatalogue, useShell } from '../host/host-provider.tsx'
import { routeOf } from '@holdall/api/routing'
import { useNavigationEntries } from '../app-navigation/navigation-entries.ts'

/** Links of an error page: to what the user can open, and to sign in or out. */
export function ErrorPageLinks({ primary = false }: { readonly primary?: boolean }) {
  const { navigation, session: account } = useShell()
  const intl = useIntl()
  const { known } = useCatalogue()
  const isSignedIn = useSession().state === 'signed-in'
  const entries = useNavigationEntries()
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
  const others = entries.filter(({ active }) => !active)
  const files = routeOf(known, '/platform/files')
  const home = files ? [] : others.slice(0, 1)
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
