import { confirmPendingLink, type PendingLink, pendingLink } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { FurtherIntl, useHost, useLocation } from '@holdall/section'
import { EmptyState, LockedArt, VisuallyHidden } from '@holdall/ui'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorNotice } from '../error-messages/error-notice.tsx'
import { LoadFailed } from '../error-messages/load-failed.tsx'
import { useRetryAfter } from '../error-messages/use-retry-after.ts'
import { AuthHeading } from '../layout/auth-heading.tsx'
import { AuthLayout } from '../layout/auth-layout.tsx'
import { PrimaryLink } from '../layout/form-elements.tsx'
import { PasswordForm } from '../layout/password-form.tsx'
import { useSingleMutation } from '../single-mutation/use-single-mutation.ts'
import { providerMessages } from './provider-messages.ts'

/** Asks for the password of the account that has the address which a provider has confirmed. */
export const LinkAccountPage = () => (
  <AuthLayout>
    <FurtherIntl further={providerMessages}>
      <LinkAccount />
    </FurtherIntl>
  </AuthLayout>
)

function LinkAccount() {
  const { data, error, refetch } = useQuery({
    queryKey: ['pending-link'],
    queryFn: async ({ signal }) => (await api.call(pendingLink, {}, { signal })).data,
    // It ends with its use.
    gcTime: 0,
  })
  if (isApiError(error, 'link-expired')) return <Expired />
  if (data) return <LinkForm pending={data.attributes} />
  return error ? (
    <LoadFailed title={<FormattedMessage id="providers.link_failed" />} error={error} retry={() => void refetch()} />
  ) : null
}

const Expired = () => (
  <EmptyState
    level="h1"
    art={<LockedArt />}
    title={<FormattedMessage id="providers.link_expired_title" />}
    text={<FormattedMessage id="providers.link_expired_text" />}
    actions={
      <PrimaryLink to="/sign-in">
        <FormattedMessage id="providers.back_to_sign_in" />
      </PrimaryLink>
    }
  />
)

function LinkForm({ pending: { email, provider_name: name } }: { readonly pending: PendingLink['attributes'] }) {
  const { navigation, session } = useHost()
  const intl = useIntl()
  const { search } = useLocation()
  const { mutate, isPending, error } = useSingleMutation({
    mutationKey: ['confirm-pending-link'],
    mutationFn: async (password: string) => {
      const { two_factor } = await api.call(confirmPendingLink, { body: { email, password } })
      if (!two_factor) await session.refresh()
      // From sign-in the guard redirects to the requested page.
      navigation.go(`/sign-in${two_factor ? '/two-factor' : ''}${search}`, { replace: true })
    },
  })
  const wait = useRetryAfter(error)
  if (isApiError(error, 'link-expired')) return <Expired />
  return (
    <>
      <AuthHeading
        title={<FormattedMessage id="providers.link_title" values={{ name: <bdi key="name">{name}</bdi> }} />}
        lead={
          <FormattedMessage
            id="providers.link_lead"
            values={{ name: <bdi key="name">{name}</bdi>, email: <bdi key="email">{email}</bdi> }}
          />
        }
      />
      {error && !isApiError(error, 'bad-credentials') ? <ErrorNotice error={error} wait={wait} /> : null}
      <PasswordForm
        error={error}
        wrong={intl.formatMessage({ id: 'providers.link_wrong' })}
        wait={wait}
        isPending={isPending}
        autoComplete="current-password"
        onSubmit={(password) => {
          mutate(password)
        }}
        submit={<FormattedMessage id="providers.link_submit" />}
      >
        <VisuallyHidden as="label" aria-hidden>
          <FormattedMessage id="field.email" />
          <input name="email" type="email" autoComplete="username" value={email} readOnly tabIndex={-1} />
        </VisuallyHidden>
      </PasswordForm>
    </>
  )
}
