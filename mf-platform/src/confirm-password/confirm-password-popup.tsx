import { confirmPassword } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { FurtherIntl, type PopupProps, useHost, useSession } from '@holdall/section'
import { Button, Field, Notice, PasswordInput, Text } from '@holdall/ui'
import { Dialog } from '@holdall/ui/dialog'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { accountMessages } from '../account-messages/account-messages.ts'
import { failureText } from '../error-messages/failure-text.ts'

const MAX_LENGTH = 256

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
`

export const ConfirmPasswordPopup = (props: PopupProps<'confirm-password'>) => (
  <FurtherIntl further={accountMessages}>
    <Confirmation {...props} />
  </FurtherIntl>
)

function Confirmation(props: PopupProps<'confirm-password'>) {
  const session = useSession()
  const hasPassword = session.state === 'signed-in' && session.user.attributes.has_password
  return hasPassword ? <PasswordQuestion {...props} /> : <SignInAgain {...props} />
}

/** Asks for the password before a privileged change. */
function PasswordQuestion({ input: { onConfirmed }, close }: PopupProps<'confirm-password'>) {
  const intl = useIntl()
  const form = useId()
  const [password, setPassword] = useState('')
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => api.call(confirmPassword, { body: { password } }),
    onSuccess: () => {
      onConfirmed()
      close()
    },
  })
  const isWrong = isApiError(error, 'validation')
  return (
    <Dialog
      open
      onClose={close}
      size="s"
      title={intl.formatMessage({ id: 'confirm_password.title' })}
      closeLabel={intl.formatMessage({ id: 'popup.close' })}
      footer={
        <>
          <Button onClick={close}>
            <FormattedMessage id="popup.cancel" />
          </Button>
          <Button variant="primary" type="submit" form={form} busy={isPending} disabled={password === ''}>
            <FormattedMessage id="confirm_password.confirm" />
          </Button>
        </>
      }
    >
      <Form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (password !== '' && !isPending) mutate()
        }}
      >
        {error && !isWrong ? <Notice tone="danger">{failureText(error, intl.formatMessage)}</Notice> : null}
        <Text as="p" tone="subtle">
          <FormattedMessage id="confirm_password.text" />
        </Text>
        <Field
          label={<FormattedMessage id="confirm_password.label" />}
          error={isWrong ? intl.formatMessage({ id: 'confirm_password.wrong' }) : undefined}
        >
          <PasswordInput
            value={password}
            maxLength={MAX_LENGTH}
            autoComplete="current-password"
            showLabel={intl.formatMessage({ id: 'share.password_show' })}
            hideLabel={intl.formatMessage({ id: 'share.password_hide' })}
            onChange={(event) => {
              if (error) reset()
              setPassword(event.target.value)
            }}
          />
        </Field>
      </Form>
    </Dialog>
  )
}

/** For an account without a password: only a new sign-in shows who it is. */
function SignInAgain({ close }: PopupProps<'confirm-password'>) {
  const intl = useIntl()
  const { session } = useHost()
  return (
    <Dialog
      open
      onClose={close}
      size="s"
      title={intl.formatMessage({ id: 'confirm_password.title' })}
      closeLabel={intl.formatMessage({ id: 'popup.close' })}
      footer={
        <>
          <Button onClick={close}>
            <FormattedMessage id="popup.cancel" />
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              close()
              void session.signOut()
            }}
          >
            <FormattedMessage id="confirm_password.sign_in_again" />
          </Button>
        </>
      }
    >
      <Text as="p" tone="subtle">
        <FormattedMessage id="confirm_password.no_password" />
      </Text>
    </Dialog>
  )
}
