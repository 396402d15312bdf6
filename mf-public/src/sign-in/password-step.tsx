import { isApiError } from '@holdall/api-client'
import { Avatar, Icon, VisuallyHidden } from '@holdall/ui'
import { ChevronDown } from '@holdall/ui/icons'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { AuthHead } from '../frame/auth-head.tsx'
import { Form } from '../frame/form.tsx'
import { PasswordField } from '../frame/password-field.tsx'
import { SubmitButton } from '../frame/submit-button.tsx'
import { useWait } from '../problem/use-wait.ts'
import { useSignIn } from './sign-in.queries.ts'
import { SignInProblem } from './sign-in-problem.tsx'

const Head = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
`
const Chip = styled.button`
  display: flex;
  align-items: center;
  justify-self: start;
  gap: 10px;
  max-inline-size: 100%;
  min-block-size: 40px;
  padding-block: 6px;
  padding-inline: 6px 12px;
  border-radius: var(--r-full);
  box-shadow: inset 0 0 0 1px var(--line-2);
  font-size: var(--t-13);
  font-weight: var(--w-medium);
  &:hover {
    background: var(--hover);
  }
  span:nth-child(2) {
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`

interface Props {
  readonly email: string
  readonly onChangeEmail: () => void
}

export function PasswordStep({ email, onChangeEmail }: Props) {
  const intl = useIntl()
  const { mutate, isPending, error } = useSignIn()
  const wait = useWait(error)
  const [missing, setMissing] = useState(false)
  const password = useRef<HTMLInputElement>(null)

  // A refused password is what is typed anew: the field takes the focus back, its text chosen.
  useEffect(() => {
    if (isApiError(error, 'bad-credentials')) password.current?.select()
  }, [error])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = password.current?.value ?? ''
    setMissing(entered === '')
    if (entered && (!wait || wait.over)) mutate({ email, password: entered })
  }

  return (
    <>
      <Head>
        <Chip type="button" onClick={onChangeEmail}>
          <Avatar name={email} size={28} decorative />
          <span dir="ltr">{email}</span>
          <VisuallyHidden>
            <FormattedMessage id="sign_in.change_email" />
          </VisuallyHidden>
          <Icon as={ChevronDown} size={16} />
        </Chip>
        <AuthHead
          title={<FormattedMessage id="sign_in.password_title" />}
          lead={<FormattedMessage id="sign_in.password_lead" />}
        />
      </Head>
      <SignInProblem error={error} email={email} wait={wait} />
      <Form onSubmit={submit} noValidate>
        <VisuallyHidden as="label" aria-hidden>
          <FormattedMessage id="field.email" />
          <input name="email" type="email" autoComplete="username" value={email} readOnly tabIndex={-1} />
        </VisuallyHidden>
        <PasswordField
          ref={password}
          name="password"
          autoComplete="current-password"
          maxLength={256}
          error={passwordError()}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- this step has this one field
          autoFocus
          onChange={() => setMissing(false)}
        />
        <SubmitButton busy={isPending} wait={wait}>
          <FormattedMessage id="sign_in.submit" />
        </SubmitButton>
      </Form>
    </>
  )

  function passwordError(): string | undefined {
    if (missing) return intl.formatMessage({ id: 'field.password_missing' })
    if (isApiError(error, 'bad-credentials')) return intl.formatMessage({ id: 'sign_in.bad_credentials' })
    return undefined
  }
}
