import { Email, MAX_CONTACT_MESSAGE } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { Field, Input, Textarea } from '@holdall/ui'
import { useForm } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorNotice } from '../../error-messages/error-notice.tsx'
import { useRetryAfter } from '../../error-messages/use-retry-after.ts'
import { HumanCheckNotice, isHumanCheckError } from '../../human-check/human-check-notice.tsx'
import { useHumanCheck } from '../../human-check/use-human-check.tsx'
import { EmailField } from '../../layout/email-field.tsx'
import { Form } from '../../layout/form-elements.tsx'
import { SubmitButton } from '../../layout/submit-button.tsx'
import { type ContactMessage, useSendContactMessage } from './contact-queries.ts'

/** `onSent` gets the address that is answered. */
export function ContactForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const intl = useIntl()
  const { prove, field } = useHumanCheck('contact')
  const { mutate, isPending, error } = useSendContactMessage({ prove, onSent })
  const wait = useRetryAfter(error)
  const { register, handleSubmit, formState } = useForm<ContactMessage>({
    defaultValues: { name: '', email: '', message: '' },
  })
  const refused = isApiError(error, 'validation') ? error.fields : {}
  const messageOf = (name: keyof ContactMessage) => formState.errors[name]?.message || refused[name]?.[0]
  const known = Object.keys(refused).length > 0
  return (
    <>
      {error && !known ? (
        isHumanCheckError(error) ? (
          <HumanCheckNotice error={error} />
        ) : (
          <ErrorNotice error={error} wait={wait} />
        )
      ) : null}
      <Form
        noValidate
        onSubmit={(event) => {
          void handleSubmit((message) => {
            if (!wait || wait.isOver) mutate(message)
          })(event)
        }}
      >
        <Field label={<FormattedMessage id="contact.name" />} error={messageOf('name')}>
          <Input autoComplete="name" maxLength={120} {...register('name')} />
        </Field>
        <EmailField
          autoComplete="email"
          error={messageOf('email')}
          {...register('email', {
            validate: (value) =>
              Email.safeParse(value).success ||
              intl.formatMessage({ id: value.trim() ? 'field.email_invalid' : 'contact.email_missing' }),
          })}
        />
        <Field label={<FormattedMessage id="contact.message" />} error={messageOf('message')}>
          <Textarea
            rows={6}
            dir="auto"
            {...register('message', {
              validate: (value) =>
                value.trim() === ''
                  ? intl.formatMessage({ id: 'contact.message_missing' })
                  : value.length <= MAX_CONTACT_MESSAGE ||
                    intl.formatMessage({ id: 'contact.message_long' }, { max: MAX_CONTACT_MESSAGE }),
            })}
          />
        </Field>
        {field}
        <SubmitButton busy={isPending} wait={wait}>
          <FormattedMessage id="contact.send" />
        </SubmitButton>
      </Form>
    </>
  )
}
