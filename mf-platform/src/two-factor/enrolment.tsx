import type { TwoFactorQrCode } from '@holdall/api'
import { Text } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { CodeForm } from './code-form.tsx'
import { useConfirmation } from './two-factor-queries.ts'

const SIZE_PX = 168

const Panel = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 16px 20px;
  padding: 16px;
  border-radius: 14px;
  background: var(--sunken);
  box-shadow: inset 0 0 0 1px var(--line);
  img {
    border-radius: 10px;
    box-shadow: 0 0 0 1px var(--line);
  }
  & > div {
    flex: 1;
    min-inline-size: 180px;
  }
  code {
    display: block;
    margin-block-start: 8px;
    font-size: var(--t-13);
    line-height: 20px;
    overflow-wrap: anywhere;
    user-select: all;
  }
`

interface EnrolmentProps {
  readonly secret: TwoFactorQrCode['attributes']
  readonly onDone: (codes: readonly string[]) => void
  readonly onCancel: () => void
}

/** The QR code for the authenticator app, and the field for its first code. */
export function Enrolment({ secret: { svg, secret }, onDone, onCancel }: EnrolmentProps) {
  const intl = useIntl()
  const { mutate, isPending, error } = useConfirmation()
  return (
    <>
      <Panel>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          width={SIZE_PX}
          height={SIZE_PX}
          alt={intl.formatMessage({ id: 'two_factor.qr_label' })}
        />
        <div>
          <Text as="p" variant="secondary">
            <FormattedMessage id="two_factor.scan" />
          </Text>
          <code dir="ltr" aria-label={intl.formatMessage({ id: 'two_factor.secret' })}>
            {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </code>
        </div>
      </Panel>
      <CodeForm
        label={intl.formatMessage({ id: 'two_factor.first_code' })}
        submit={<FormattedMessage id="two_factor.turn_on" />}
        error={error}
        busy={isPending}
        onSubmit={(code) => {
          mutate(code, { onSuccess: onDone })
        }}
        onCancel={onCancel}
      />
    </>
  )
}
