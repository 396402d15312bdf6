import { confirmOwnAddress } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useSession } from '@holdall/section'
import { Button, Notice } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import { ErrorNotice } from '../error-messages/error-notice.tsx'
import { useRetryAfter } from '../error-messages/use-retry-after.ts'
import { useSingleMutation } from '../single-mutation/use-single-mutation.ts'

const Root = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  overflow-wrap: anywhere;
`

/** Sends the link that confirms the address of the session, without which the invitation cannot be answered. */
export function ConfirmAddress() {
  const session = useSession()
  const { mutate, isPending, isSuccess, error } = useSingleMutation({
    mutationKey: ['confirm-own-address'],
    mutationFn: () => api.call(confirmOwnAddress),
  })
  const wait = useRetryAfter(error)
  if (session.state === 'anonymous') return null
  const email = (
    <bdi key="email" dir="ltr">
      {session.user.attributes.email}
    </bdi>
  )
  return (
    <Root>
      <Notice tone={isSuccess ? 'ok' : 'warn'} role="alert">
        <FormattedMessage
          id={isSuccess ? 'invitation.confirmation_sent' : 'invitation.unconfirmed_text'}
          values={{ email }}
        />
      </Notice>
      {error ? <ErrorNotice error={error} wait={wait} /> : null}
      {isSuccess ? null : (
        <Button
          variant="primary"
          block
          busy={isPending}
          onClick={() => {
            if (!wait || wait.isOver) mutate(undefined)
          }}
        >
          <FormattedMessage id="invitation.send_confirmation" />
        </Button>
      )}
    </Root>
  )
}
