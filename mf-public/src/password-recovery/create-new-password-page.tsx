import { isApiError } from '@holdall/api-client'
import { useLocation, useNavigate } from '@holdall/section'
import { EmptyState, ExpiredArt, KindTile, VisuallyHidden } from '@holdall/ui'
import { CircleCheck } from '@holdall/ui/icons'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { signInTo } from '../another-account/use-another-account.ts'
import { ErrorNotice } from '../error-messages/error-notice.tsx'
import { LoadFailed } from '../error-messages/load-failed.tsx'
import { useRetryAfter } from '../error-messages/use-retry-after.ts'
import { AccountLayout } from '../layout/account-layout.tsx'
import { AuthHeading } from '../layout/auth-heading.tsx'
import { Form, PrimaryLink } from '../layout/form-elements.tsx'
import { NewPasswordField, newPasswordError } from '../layout/new-password-field.tsx'
import { PageSpinner } from '../layout/page-spinner.tsx'
import { SubmitButton } from '../layout/submit-button.tsx'
import { type Access, hasChoice, KeptAccess } from './kept-access.tsx'
import { type ResetLink, useRecoveryAccess, useResetPassword } from './password-recovery-queries.ts'

/** Opened by the link in the mail, with its token in the fragment, which no server gets. */
export function CreateNewPasswordPage() {
  const navigate = useNavigate()
  const { hash } = useLocation()
  const [link] = useState(() => linkOf(hash))

  // So that the token is neither in the history nor in what somebody copies from the address bar.
  useEffect(() => {
    if (hash !== '') void navigate('/create-new-password', { replace: true })
  }, [hash, navigate])

  return <AccountLayout>{link ? <NewPassword link={link} /> : <EndedLink reason="incomplete" />}</AccountLayout>
}

function linkOf(hash: string): ResetLink | null {
  const fields = new URLSearchParams(hash.slice(1))
  const [email, token] = [fields.get('email'), fields.get('token')]
  return email && token ? { email, token } : null
}

/** Shows first whether the link is valid, and what it leaves. */
function NewPassword({ link }: { readonly link: ResetLink }) {
  const { data: access, error, refetch } = useRecoveryAccess(link)
  if (access) return <NewPasswordForm link={link} access={access} />
  if (!error) return <PageSpinner title="new_password.page_title" label="new_password.loading" />
  if (isApiError(error, 'link-expired')) return <EndedLink reason="expired" email={link.email} />
  if (isApiError(error, 'validation')) return <EndedLink reason="incomplete" />
  return (
    <LoadFailed
      title={<FormattedMessage id="new_password.failed_title" />}
      error={error}
      retry={() => void refetch()}
    />
  )
}

interface NewPasswordFormProps {
  readonly link: ResetLink
  readonly access: Access
}

function NewPasswordForm({ link, access }: NewPasswordFormProps) {
  const intl = useIntl()
  // What an intruder may have made is ended unless the user decides otherwise.
  const [isAllEnded, setAllEnded] = useState(() => hasChoice(access))
  const [password, setPassword] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { mutate, isPending, isSuccess, error } = useResetPassword()
  const wait = useRetryAfter(error)

  if (isSuccess)
    return (
      <InPlaceOfForm>
        <PasswordSet hasSecondFactor={access.second_factor === 'stays'} />
      </InPlaceOfForm>
    )
  if (isApiError(error, 'link-expired'))
    return (
      <InPlaceOfForm>
        <EndedLink reason="expired" email={link.email} />
      </InPlaceOfForm>
    )

  const refused = isApiError(error, 'validation') ? error.fields : {}
  // An address or a token that the server does not even read.
  if (refused['email'] || refused['token']) return <EndedLink reason="incomplete" />
  const invalid = isChecked ? newPasswordError(intl, password) : undefined

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (!newPasswordError(intl, password) && (!wait || wait.isOver))
      mutate({ link, password, isAllEnded: isAllEnded && hasChoice(access) })
  }

  return (
    <>
      <AuthHeading
        title={<FormattedMessage id="new_password.title" />}
        lead={<FormattedMessage id="new_password.lead" values={{ email: <bdi>{link.email}</bdi> }} />}
      />
      {error && !refused['password'] && !isApiError(error, 'two-factor-required') ? (
        <ErrorNotice error={error} wait={wait} />
      ) : null}
      <Form onSubmit={submit} noValidate>
        <VisuallyHidden as="label" aria-hidden>
          <FormattedMessage id="field.email" />
          <input name="email" type="email" autoComplete="username" value={link.email} readOnly tabIndex={-1} />
        </VisuallyHidden>
        <NewPasswordField
          name="password"
          password={password}
          known={{ name: '', email: link.email }}
          error={invalid ?? refused['password']?.[0]}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has this one field
          autoFocus
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <KeptAccess access={access} isAllEnded={isAllEnded} onChange={setAllEnded} />
        <SubmitButton busy={isPending} wait={wait}>
          <FormattedMessage id="new_password.submit" />
        </SubmitButton>
      </Form>
    </>
  )
}

/** Moves the focus, which the form had, to the heading of what is shown now. */
function InPlaceOfForm({ children }: { readonly children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const heading = root.current?.querySelector('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus()
  }, [])
  return (
    <div ref={root} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}

const PasswordSet = ({ hasSecondFactor }: { readonly hasSecondFactor: boolean }) => (
  <EmptyState
    level="h1"
    art={<KindTile hue="green" icon={CircleCheck} size={72} iconSize={32} round />}
    title={<FormattedMessage id="new_password.done_title" />}
    text={<FormattedMessage id={hasSecondFactor ? 'new_password.done_text_second_factor' : 'new_password.done_text'} />}
    actions={
      <PrimaryLink to={hasSecondFactor ? signInTo('/user/settings/password') : '/sign-in'}>
        <FormattedMessage id="sign_up.to_sign_in" />
      </PrimaryLink>
    }
  />
)

interface EndedLinkProps {
  readonly reason: 'expired' | 'incomplete'
  readonly email?: string
}

const EndedLink = ({ reason, email }: EndedLinkProps) => (
  <EmptyState
    level="h1"
    art={<ExpiredArt />}
    title={<FormattedMessage id={reason === 'expired' ? 'new_password.expired_title' : 'verification.invalid_title'} />}
    text={<FormattedMessage id={reason === 'expired' ? 'new_password.expired_text' : 'new_password.incomplete_text'} />}
    actions={
      <PrimaryLink to="/forgotten-password" state={{ email }}>
        <FormattedMessage id="verification.send_new" />
      </PrimaryLink>
    }
  />
)
