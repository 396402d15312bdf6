import { isApiError } from '@holdall/api-client'
import { useLocation, useNavigate } from '@holdall/section'
import { Button, Field, Input } from '@holdall/ui'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { ErrorNotice } from '../error-messages/error-notice.tsx'
import { useRetryAfter } from '../error-messages/use-retry-after.ts'
import { AuthHeading } from '../layout/auth-heading.tsx'
import { Form } from '../layout/form-elements.tsx'
import { SubmitButton } from '../layout/submit-button.tsx'
import { useAnswerChallenge, useCancelChallenge } from './two-factor-queries.ts'

const MAX_CODE_LENGTH = 32
const MAX_RECOVERY_CODE_LENGTH = 64

const Others = styled.div`
  display: grid;
  gap: 8px;
`

/** Asks for a code of the authenticator app, or for a recovery code in its place. `ended`: shown once it is too late. */
export function ChallengeForm({ ended }: { readonly ended: ReactNode }) {
  const intl = useIntl()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [isRecovery, setRecovery] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error, reset } = useAnswerChallenge()
  const cancel = useCancelChallenge(() => void navigate(`/sign-in${search}`, { replace: true }))
  const wait = useRetryAfter(error)
  const isWrong = isApiError(error, 'validation')

  useEffect(() => {
    if (isWrong) field.current?.select()
  }, [isWrong, error])

  if (isApiError(error, 'unauthenticated')) return ended

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = field.current?.value.trim() ?? ''
    setMissing(entered === '')
    if (entered === '' || (wait && !wait.isOver)) return
    mutate(isRecovery ? { recovery_code: entered } : { code: entered })
  }
  const text = (id: string) => intl.formatMessage({ id: `two_factor.${isRecovery ? 'recovery_' : ''}${id}` })
  const message = isMissing ? text('missing') : isWrong ? text('wrong') : undefined
  return (
    <>
      <AuthHeading title={<FormattedMessage id="two_factor.title" />} lead={text('lead')} />
      {error && !isWrong ? <ErrorNotice error={error} wait={wait} /> : null}
      <Form onSubmit={submit} noValidate>
        <Field label={text('label')} error={message}>
          <Input
            // Another field: the browser offers other values, and another keyboard.
            key={String(isRecovery)}
            ref={field}
            name={isRecovery ? 'recovery_code' : 'code'}
            dir="ltr"
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={isRecovery ? MAX_RECOVERY_CODE_LENGTH : MAX_CODE_LENGTH}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has this one field
            autoFocus
            onChange={() => setMissing(false)}
          />
        </Field>
        <SubmitButton busy={isPending} wait={wait}>
          <FormattedMessage id="two_factor.submit" />
        </SubmitButton>
      </Form>
      <Others>
        <Button
          variant="quiet"
          block
          onClick={() => {
            setRecovery(!isRecovery)
            setMissing(false)
            reset()
          }}
        >
          {text('switch')}
        </Button>
        <Button variant="quiet" block busy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          <FormattedMessage id="two_factor.cancel" />
        </Button>
      </Others>
    </>
  )
}
