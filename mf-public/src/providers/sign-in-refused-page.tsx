import { FurtherIntl, useHost, useLocation, useSession } from '@holdall/section'
import { EmptyState, LockedArt } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import { AuthLayout } from '../layout/auth-layout.tsx'
import { PrimaryLink } from '../layout/form-elements.tsx'
import { providerMessages } from './provider-messages.ts'
import { providerName } from './provider-name.ts'

/** Why a sign-in by a provider, or linking one, ended without it. The address has the reason. */
export const SignInRefusedPage = () => (
  <AuthLayout>
    <FurtherIntl further={providerMessages}>
      <Refusal />
    </FurtherIntl>
  </AuthLayout>
)

function Refusal() {
  const { config } = useHost()
  const intl = useIntl()
  const query = new URLSearchParams(useLocation().search)
  const isSignedIn = useSession().state === 'signed-in'
  const values = {
    // The names of choices in a message have no hyphen.
    reason: (query.get('reason') ?? '').replaceAll('-', '_'),
    name: providerName(query.get('provider'), config, intl),
  }
  return (
    <EmptyState
      level="h1"
      art={<LockedArt />}
      title={<FormattedMessage id="providers.refused_title" values={values} />}
      text={<FormattedMessage id="providers.refused_text" values={values} />}
      actions={
        isSignedIn ? (
          <PrimaryLink to="/user/settings/password">
            <FormattedMessage id="providers.back_to_security" />
          </PrimaryLink>
        ) : (
          <PrimaryLink to="/sign-in">
            <FormattedMessage id="providers.back_to_sign_in" />
          </PrimaryLink>
        )
      }
    />
  )
}
