import type { SecondFactor, TwoFactorQrCode } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { useHost, useSession } from '@holdall/section'
import { Button, Notice } from '@holdall/ui'
import { KeyRound, ShieldCheck } from '@holdall/ui/icons'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReportError } from '../error-messages/report-error.ts'
import { PartFailed } from '../user-layout/load-failed.tsx'
import { Buttons, CodeForm } from './code-form.tsx'
import { Enrolment } from './enrolment.tsx'
import { useLostFocus } from '../user-layout/use-lost-focus.ts'
import { RecoveryCodeList } from './recovery-code-list.tsx'
import { useDisabling, useEnrolment, useNewRecoveryCodes, useRecoveryCodesLeft } from './two-factor-queries.ts'

type StepName = 'renew' | 'turn-off' | 'enrol' | 'codes'
type Step =
  /** `after`: the step that ended, whose buttons had the focus. */
  | { readonly name: 'status'; readonly after: StepName | null }
  | { readonly name: 'renew' | 'turn-off' }
  | { readonly name: 'enrol'; readonly secret: TwoFactorQrCode['attributes'] }
  | { readonly name: 'codes'; readonly codes: readonly string[] }

const initialStep: Step = { name: 'status', after: null }

/** A code of the app has six digits, also with spaces. */
function proofOf(entered: string): SecondFactor {
  const code = entered.replaceAll(/\s/g, '')
  return /^\d{6}$/.test(code) ? { code } : { recovery_code: entered }
}

/** Turns the second factor on and off, and replaces recovery codes. */
export function TwoFactorSettings() {
  const session = useSession()
  const [step, setStep] = useState(initialStep)
  const endOf = (after: StepName) => () => {
    setStep({ name: 'status', after })
  }
  const onCodes = (codes: readonly string[]) => {
    setStep({ name: 'codes', codes })
  }
  if (session.state === 'anonymous') return null
  const confirmedAt = session.user.attributes.two_factor_confirmed_at
  switch (step.name) {
    case 'enrol':
      return <Enrolment secret={step.secret} onDone={onCodes} onCancel={endOf('enrol')} />
    case 'codes':
      return <RecoveryCodeList codes={step.codes} onDone={endOf('codes')} />
    case 'renew':
      return <Renewal onDone={onCodes} onCancel={endOf('renew')} />
    case 'turn-off':
      return <TurningOff onDone={endOf('turn-off')} />
    case 'status':
      return confirmedAt === null ? (
        <Off
          isBack={step.after !== null}
          onStart={(secret) => {
            setStep({ name: 'enrol', secret })
          }}
        />
      ) : (
        <On
          since={confirmedAt}
          after={step.after}
          onStep={(name) => {
            setStep({ name })
          }}
        />
      )
  }
}

interface OffProps {
  readonly isBack: boolean
  readonly onStart: (secret: TwoFactorQrCode['attributes']) => void
}

function Off({ isBack, onStart }: OffProps) {
  const { session } = useHost()
  const report = useReportError()
  const { mutate, isPending } = useEnrolment()
  const start = () => {
    mutate(undefined, {
      onSuccess: onStart,
      onError: (error) => {
        // It was turned on elsewhere, which this page did not know.
        if (isApiError(error, 'conflict')) session.refresh().catch(() => undefined)
        else report(error)
      },
    })
  }
  return (
    <Buttons>
      <Button ref={useLostFocus(isBack)} icon={ShieldCheck} busy={isPending} onClick={start}>
        <FormattedMessage id="two_factor.start" />
      </Button>
    </Buttons>
  )
}

interface OnProps {
  readonly since: string
  readonly after: StepName | null
  readonly onStep: (name: 'renew' | 'turn-off') => void
}

function On({ since, after, onStep }: OnProps) {
  const intl = useIntl()
  const { data: left, error, isFetching, refetch } = useRecoveryCodesLeft()
  const isLow = left !== undefined && left <= 2
  return (
    <>
      <Notice tone={isLow ? 'warn' : 'ok'}>
        <FormattedMessage
          id="two_factor.on_since"
          values={{ date: <bdi key="date">{intl.formatDate(since, { dateStyle: 'long' })}</bdi> }}
        />{' '}
        {left === undefined ? null : <FormattedMessage id="two_factor.left" values={{ left }} />}
      </Notice>
      {error ? <PartFailed error={error} retrying={isFetching} retry={() => void refetch()} /> : null}
      <Buttons>
        <Button
          ref={useLostFocus(after !== null && after !== 'turn-off')}
          icon={KeyRound}
          onClick={() => {
            onStep('renew')
          }}
        >
          <FormattedMessage id="two_factor.renew" />
        </Button>
        <Button
          ref={useLostFocus(after === 'turn-off')}
          onClick={() => {
            onStep('turn-off')
          }}
        >
          <FormattedMessage id="two_factor.turn_off" />
        </Button>
      </Buttons>
    </>
  )
}

interface RenewalProps {
  readonly onDone: (codes: readonly string[]) => void
  readonly onCancel: () => void
}

function Renewal({ onDone, onCancel }: RenewalProps) {
  const intl = useIntl()
  const { mutate, isPending, error } = useNewRecoveryCodes()
  return (
    <>
      <p>
        <FormattedMessage id="two_factor.renew_text" />
      </p>
      <CodeForm
        label={intl.formatMessage({ id: 'two_factor.any_code' })}
        submit={<FormattedMessage id="two_factor.renew" />}
        error={error}
        busy={isPending}
        onSubmit={(entered) => {
          mutate(proofOf(entered), { onSuccess: onDone })
        }}
        onCancel={onCancel}
      />
    </>
  )
}

function TurningOff({ onDone }: { readonly onDone: () => void }) {
  const intl = useIntl()
  const { toasts } = useHost()
  const { mutate, isPending, error } = useDisabling()
  return (
    <>
      <p>
        <FormattedMessage id="two_factor.turn_off_text" />
      </p>
      <CodeForm
        label={intl.formatMessage({ id: 'two_factor.any_code' })}
        submit={<FormattedMessage id="two_factor.turn_off" />}
        tone="danger"
        error={error}
        busy={isPending}
        onSubmit={(entered) => {
          mutate(proofOf(entered), {
            onSuccess: () => {
              toasts.show({ type: 'success', message: intl.formatMessage({ id: 'two_factor.turned_off' }) })
              onDone()
            },
          })
        }}
        onCancel={onDone}
      />
    </>
  )
}
