import { isApiError } from '@holdall/api-client'
import { FurtherIntl, Link, useLocation, useNavigate, useSession } from '@holdall/section'
import { Button, buttonStyles, EmptyState, ExpiredArt, KindTile } from '@holdall/ui'
import { CircleCheck, MailCheck } from '@holdall/ui/icons'
import { Suspense, useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import { accountMessages } from '../account-messages/account-messages.ts'
import { FailureNotice } from '../error-messages/failure-notice.tsx'
import { LoadFailed } from '../user-layout/load-failed.tsx'
import { LoadingText } from '../user-layout/loading-text.tsx'
import { useLostFocus } from '../user-layout/use-lost-focus.ts'
import { UserLayout } from '../user-layout/user-layout.tsx'
import { useConfirmEmailChange, useEmailChange } from './email-change-queries.ts'

const PATH = '/user/confirm-email'

/**
 * Opened by the link in the mail to a new address, with its token in the fragment. Who is signed out passes through sign-in,
 * which has the whole address in its own: the token is of no use without a session of the account.
 */
export function ConfirmEmailPage() {
  const navigate = useNavigate()
  const { hash } = useLocation()
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get('token'))

  // So that the token is neither in the history nor in what somebody copies from the address bar.
  useEffect(() => {
    if (hash !== '') void navigate(PATH, { replace: true })
  }, [hash, navigate])

  return (
    <UserLayout page="profile">
      <Suspense fallback={<LoadingText />}>
        <FurtherIntl further={accountMessages}>{token ? <Confirmation token={token} /> : <InvalidLink />}</FurtherIntl>
      </Suspense>
    </UserLayout>
  )
}

/** A click confirms: pages are loaded ahead by some browsers and mail programs. */
function Confirmation({ token }: { readonly token: string }) {
  const session = useSession()
  const { data: change, error: failure, isFetching, refetch } = useEmailChange()
  const { mutate, isPending, isSuccess, error } = useConfirmEmailChange()
  if (session.state === 'anonymous') return null
  const { email } = session.user.attributes
  if (isSuccess) return <Changed email={email} />
  if (change === undefined) {
    if (failure) return <LoadFailed error={failure} retrying={isFetching} retry={() => void refetch()} />
    return <LoadingText />
  }
  if (change === null || isApiError(error, 'link-expired')) return <InvalidLink />
  return (
    <EmptyState
      level="h2"
      art={<KindTile hue="green" icon={MailCheck} size={72} iconSize={32} round />}
      title={<FormattedMessage id="user.email_change.confirm_title" />}
      text={
        <FormattedMessage
          id="user.email_change.confirm_text"
          values={{
            previous: <bdi key="previous">{email}</bdi>,
            email: <bdi key="email">{change.attributes.email}</bdi>,
          }}
        />
      }
      actions={
        <Button
          variant="primary"
          busy={isPending}
          onClick={() => {
            mutate(token)
          }}
        >
          <FormattedMessage id="user.email_change.confirm" />
        </Button>
      }
    >
      <FailureNotice error={error} />
    </EmptyState>
  )
}

const PrimaryLink = styled(Link)`
  ${buttonStyles({ variant: 'primary' })}
`
const ToProfile = () => (
  <PrimaryLink to="/user/profile">
    <FormattedMessage id="user.email_change.to_profile" />
  </PrimaryLink>
)

const Changed = ({ email }: { readonly email: string }) => (
  <EmptyState
    ref={useLostFocus(true)}
    tabIndex={-1}
    style={{ outline: 0 }}
    level="h2"
    art={<KindTile hue="green" icon={CircleCheck} size={72} iconSize={32} round />}
    title={<FormattedMessage id="user.email_change.done_title" />}
    text={<FormattedMessage id="user.email_change.done_text" values={{ email: <bdi key="email">{email}</bdi> }} />}
    actions={<ToProfile />}
  />
)

const InvalidLink = () => (
  <EmptyState
    level="h2"
    art={<ExpiredArt />}
    title={<FormattedMessage id="user.email_change.expired_title" />}
    text={<FormattedMessage id="user.email_change.expired_text" />}
    actions={<ToProfile />}
  />
)
