import { canUsePasskeys } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { FurtherIntl, useHost } from '@holdall/section'
import { Button, Notice } from '@holdall/ui'
import { KeyRound } from '@holdall/ui/icons'
import { FormattedMessage } from 'react-intl'
import { accountMessages } from '../account-messages/account-messages.ts'
import { ErrorNotice } from '../error-messages/error-notice.tsx'
import { useRetryAfter } from '../error-messages/use-retry-after.ts'
import { NoSessionError } from './sign-in-queries.ts'
import { usePasskeyAutofill, usePasskeySignIn } from './passkey-queries.ts'

/** Signs in with a passkey, by a button and by the suggestions of the e-mail field. Absent where none can be used. */
export function PasskeySignIn() {
  const { config } = useHost()
  if (!canUsePasskeys(config, window)) return null
  return (
    <FurtherIntl further={accountMessages}>
      <PasskeyButton />
    </FurtherIntl>
  )
}

function PasskeyButton() {
  const { mutate, isIdle, isPending, error, reset } = usePasskeySignIn()
  // Not again after a refusal: what the browser suggests is the same passkey, and each use counts as an attempt.
  usePasskeyAutofill(!isIdle && !isCancelled(error), mutate)
  return (
    <>
      <Button
        block
        icon={KeyRound}
        busy={isPending}
        onClick={() => {
          reset()
          mutate(null)
        }}
      >
        <FormattedMessage id="passkey.button" />
      </Button>
      <PasskeyError error={error} />
    </>
  )
}

/** To cancel the question of the browser is no error. */
const isCancelled = (error: Error | null) => error?.name === 'NotAllowedError' || error?.name === 'AbortError'

function PasskeyError({ error }: { readonly error: Error | null }) {
  const wait = useRetryAfter(error)
  if (!error || isCancelled(error)) return null
  const id = messageOf(error)
  if (id === null) return <ErrorNotice error={error} wait={wait} />
  return (
    <Notice tone="danger" role="alert">
      <FormattedMessage id={id} />
    </Notice>
  )
}

function messageOf(error: Error): string | null {
  if (isApiError(error, 'passkey-refused')) return 'passkey.refused'
  if (isApiError(error, 'passkey-expired')) return 'passkey.expired'
  if (error instanceof NoSessionError) return 'sign_in.no_session'
  return isApiError(error) ? null : 'passkey.failed'
}
