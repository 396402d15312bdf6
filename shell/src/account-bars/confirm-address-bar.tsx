import { confirmOwnAddress, type User } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { linkStyles } from '@holdall/ui'
import { useMutation } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { useShell } from '../host/host-provider.tsx'
import { AccountBar } from './account-bar.tsx'

const Send = styled.button`
  ${linkStyles}
  margin-inline-start: 8px;
  white-space: nowrap;
  &[aria-disabled='true'] {
    color: var(--text-2);
    cursor: default;
  }
`

/** Asks to confirm an address that was taken while no mail could be sent. */
export function ConfirmAddressBar({ user }: { readonly user: User }) {
  const { mutate, isPending, isSuccess } = useSendConfirmation()
  const email = (
    <bdi key="email" dir="ltr">
      {user.attributes.email}
    </bdi>
  )
  return (
    <AccountBar>
      <FormattedMessage id={isSuccess ? 'confirm_address_bar.sent' : 'confirm_address_bar.text'} values={{ email }} />
      <Send
        type="button"
        aria-disabled={isPending}
        onClick={() => {
          if (!isPending) mutate()
        }}
      >
        <FormattedMessage id={isSuccess ? 'confirm_address_bar.send_again' : 'confirm_address_bar.send'} />
      </Send>
    </AccountBar>
  )
}

function useSendConfirmation() {
  const { toasts } = useShell()
  const intl = useIntl()
  return useMutation({
    mutationFn: () => api.call(confirmOwnAddress),
    onError: (error) => {
      if (isApiError(error, 'unauthenticated')) return
      const message = isApiError(error, 'throttled')
        ? error.message
        : intl.formatMessage({ id: 'confirm_address_bar.failed' })
      toasts.show({ type: 'danger', message })
    },
  })
}
