import type { TwoFactorQrCode } from '@holdall/api'
import { Text } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { QrCodeImage, QrCodePanel } from '../qr-code/qr-code-panel.tsx'
import { CodeForm } from './code-form.tsx'
import { useConfirmation } from './two-factor-queries.ts'

const SIZE_PX = 168

const Panel = styled(QrCodePanel)`
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
        <QrCodeImage svg={svg} sizePx={SIZE_PX} label={intl.formatMessage({ id: 'two_factor.qr_label' })} />
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
        inputMode="numeric"
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
