import { canUsePasskeys, confirmPassword } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { FurtherIntl, type PopupProps, useHost, useSession } from '@holdall/section'
import { Button, Field, PasswordInput, Text } from '@holdall/ui'
import { KeyRound } from '@holdall/ui/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { accountMessages } from '../account-messages/account-messages.ts'
import { failureText } from '../error-messages/failure-text.ts'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import { confirmWithPasskey, passkeysQuery } from './passkey-confirmation.ts'

const MAX_LENGTH = 256

export const ConfirmPasswordPopup = (props: PopupProps<'confirm-password'>) => (
  <FurtherIntl further={accountMessages}>
    <Confirmation {...props} />
  </FurtherIntl>
)

/**
 * Asks for the password or a passkey before a privileged change. Where the account has neither, only a new sign-in shows
 * who it is.
 */
function Confirmation({ input: { onConfirmed }, close }: PopupProps<'confirm-password'>) {
  const intl = useIntl()
  const [password, setPassword] = useState('')
  const { config, session } = useHost()
  const signedIn = useSession()
  const hasPassword = signedIn.state === 'signed-in' && signedIn.user.attributes.has_password
  const canUse = canUsePasskeys(config, window)
  const passkeys = useQuery({ ...passkeysQuery, enabled: canUse })
  // Another page may have loaded the list where they cannot be used.
  const hasPasskey = canUse && passkeys.data !== undefined && passkeys.data.length > 0
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: async (by: 'password' | 'passkey') => {
      if (by === 'passkey') await confirmWithPasskey()
      else await api.call(confirmPassword, { body: { password } })
    },
    onSuccess: () => {
      onConfirmed()
      close()
    },
  })
  const isWrong = variables === 'password' && isApiError(error, 'validation')
  const usePasskey = hasPasskey ? (
    <Button
      variant={hasPassword ? 'default' : 'primary'}
      icon={KeyRound}
      busy={isPending && variables === 'passkey'}
      onClick={() => {
        if (!isPending) mutate('passkey')
      }}
    >
      <FormattedMessage id="confirm_password.use_passkey" />
    </Button>
  ) : null
  const signInAgain = (
    <Button
      variant="primary"
      onClick={() => {
        close()
        void session.signOut()
      }}
    >
      <FormattedMessage id="confirm_password.sign_in_again" />
    </Button>
  )
  return (
    <FormDialog
      close={close}
      size="s"
      title={intl.formatMessage({ id: 'confirm_password.title' })}
      action={<FormattedMessage id="confirm_password.confirm" />}
      otherAction={hasPassword ? undefined : (usePasskey ?? (passkeys.isLoading ? null : signInAgain))}
      isBusy={isPending && variables === 'password'}
      isDisabled={password === ''}
      error={isWrong ? null : failureOf(error, intl)}
      submit={() => {
        if (password !== '' && !isPending) mutate('password')
      }}
    >
      <Text as="p" tone="subtle">
        <FormattedMessage
          id={`confirm_password.${hasPassword ? 'text' : hasPasskey ? 'passkey_text' : 'no_password'}`}
        />
      </Text>
      {hasPassword ? (
        <>
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
          {usePasskey}
        </>
      ) : null}
    </FormDialog>
  )
}

/** Why it was not confirmed. To cancel the question of the browser is no error. */
function failureOf(error: Error | null, intl: IntlShape): string | null {
  if (!error || error.name === 'NotAllowedError' || error.name === 'AbortError') return null
  if (isApiError(error, 'passkey-refused') || isApiError(error, 'passkey-expired')) return error.message
  return isApiError(error)
    ? failureText(error, intl.formatMessage)
    : intl.formatMessage({ id: 'confirm_password.passkey_failed' })
}
