import { isApiError } from '@holdall/api-client'
import { Navigate, useLocation, useParams } from '@holdall/section'
import { KindTile, Notice } from '@holdall/ui'
import { LockKeyhole } from '@holdall/ui/icons'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Form } from '../frame/form.tsx'
import { PasswordField } from '../frame/password-field.tsx'
import { SubmitButton } from '../frame/submit-button.tsx'
import { Middle, SoloCard, VisitorFrame } from '../frame/visitor-frame.tsx'
import { problemText } from '../problem/problem.ts'
import { useWait } from '../problem/use-wait.ts'
import { type ShareState, isGone, opened, useShare, useUnlock } from './share.queries.ts'
import { ShareProblem } from './share-problem.tsx'

/** Asks for the password of a link, then goes on to where the visitor wanted. */
export function SharePasswordPage() {
  const { token = '' } = useParams()
  const from = useFrom(token)
  const { data, error, refetch } = useShare(token)

  if (error && (!data || isGone(error))) return <ShareProblem error={error} retry={() => void refetch()} />
  if (data && opened(data)) return <Navigate to={from} replace />
  return (
    <VisitorFrame>
      <Middle>{data ? <PasswordCard token={token} share={data} /> : null}</Middle>
    </VisitorFrame>
  )
}

/** The page of this link that asked for the password. */
function useFrom(token: string): string {
  const start = `/share/${token}`
  const state = useLocation().state as { from?: unknown } | null
  return typeof state?.from === 'string' && state.from.startsWith(`${start}/`) ? state.from : start
}

function PasswordCard({ token, share }: { readonly token: string; readonly share: ShareState }) {
  const intl = useIntl()
  const { mutate, isPending, error } = useUnlock(token)
  const wait = useWait(error)
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const wrong = isApiError(error, 'bad-credentials')

  useEffect(() => {
    if (wrong) field.current?.select()
  }, [wrong, error])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = field.current?.value ?? ''
    setMissing(password === '')
    if (password && (!wait || wait.over)) mutate(password)
  }
  const message = missing ? 'field.password_missing' : wrong ? 'share_password.wrong' : null

  return (
    <SoloCard>
      <KindTile hue="green" icon={LockKeyhole} size={52} iconSize={24} />
      <div>
        <h1 style={{ marginBlockEnd: 6 }}>
          <FormattedMessage id="share_password.title" />
        </h1>
        <p>
          {share.owner ? (
            <FormattedMessage
              id="share_password.text_owner"
              values={{ owner: <bdi key="owner">{share.owner.name}</bdi> }}
            />
          ) : (
            <FormattedMessage id="share_password.text" />
          )}
        </p>
      </div>
      {error && !wrong && !isGone(error) ? (
        <Notice tone={wait ? 'warn' : 'danger'} role="alert">
          {wait?.text ?? problemText(intl, error)}
        </Notice>
      ) : null}
      <Form onSubmit={submit} noValidate style={{ ['--h' as string]: '44px' }}>
        <PasswordField
          ref={field}
          name="password"
          autoComplete="off"
          maxLength={256}
          error={message ? intl.formatMessage({ id: message }) : undefined}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has this one field
          autoFocus
          onChange={() => setMissing(false)}
        />
        <SubmitButton busy={isPending} wait={wait}>
          <FormattedMessage id="share_password.submit" />
        </SubmitButton>
      </Form>
    </SoloCard>
  )
}
