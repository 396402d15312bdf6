import { Avatar, Icon, VisuallyHidden } from '@holdall/ui'
import { ChevronDown } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { useRetryAfter } from '../error-messages/use-retry-after.ts'
import { AuthHeading } from '../layout/auth-heading.tsx'
import { TextLink } from '../layout/form-elements.tsx'
import { PasswordForm } from '../layout/password-form.tsx'
import { useSignIn } from './sign-in-queries.ts'
import { SignInError } from './sign-in-error.tsx'

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
  const wait = useRetryAfter(error)

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
        <AuthHeading
          title={<FormattedMessage id="sign_in.password_title" />}
          lead={<FormattedMessage id="sign_in.password_lead" />}
        />
      </Head>
      <SignInError error={error} email={email} wait={wait} />
      <PasswordForm
        error={error}
        wrong={intl.formatMessage({ id: 'sign_in.bad_credentials' })}
        wait={wait}
        isPending={isPending}
        autoComplete="current-password"
        onSubmit={(password) => mutate({ email, password })}
        submit={<FormattedMessage id="sign_in.submit" />}
      >
        <VisuallyHidden as="label" aria-hidden>
          <FormattedMessage id="field.email" />
          <input name="email" type="email" autoComplete="username" value={email} readOnly tabIndex={-1} />
        </VisuallyHidden>
      </PasswordForm>
      <TextLink to="/forgotten-password" state={{ email }}>
        <FormattedMessage id="sign_in.forgot" />
      </TextLink>
    </>
  )
}
