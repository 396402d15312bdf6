import { Button, Field, Input, Notice, Row } from '@holdall/ui'
import { FolderInput, Mail, Send } from '@holdall/ui/icons'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { isEmail, isPort } from '../form-parts/field-checks.ts'
import { FieldGrid } from '../form-parts/form-layout.tsx'
import { SecretField, SelectField, TextField } from '../form-parts/setup-fields.tsx'
import { mailBody } from './environment-body.ts'
import type { EnvironmentForm } from './environment-form.ts'
import { useTestMail } from './environment-queries.ts'
import { EnvironmentPart } from './environment-part.tsx'
import type { PartProps } from './part-props.ts'

const technical = { dir: 'ltr', spellCheck: false, autoCapitalize: 'none' } as const
/** The usual port of each. */
const ports = { tls: '465', starttls: '587', none: '25' } as const

/** How mails are sent. */
export function MailPart({ values, problem, onProblem, validate }: PartProps) {
  const intl = useIntl()
  const { control, setValue } = useFormContext<EnvironmentForm>()
  const driver = useWatch({ control, name: 'mail.driver' })
  const text = (id: string) => intl.formatMessage({ id: `mail.${id}` })

  return (
    <EnvironmentPart
      name="mail"
      values={values}
      problem={problem}
      onProblem={onProblem}
      driver={driver}
      onChoose={(next) => {
        setValue('mail.driver', next, { shouldDirty: true })
      }}
      choices={[
        { value: 'none', icon: FolderInput, name: text('none'), help: text('none_help') },
        { value: 'smtp', icon: Mail, name: text('smtp'), help: text('smtp_help') },
      ]}
      note={
        driver === 'none' ? (
          <Notice tone="info">
            {values.mail.driver === 'none' ? (
              <FormattedMessage
                id="mail.none_consequence"
                values={{ folder: <bdi key="folder">{values.mail.folder}</bdi> }}
              />
            ) : (
              <FormattedMessage id="mail.none_consequence_elsewhere" />
            )}
          </Notice>
        ) : null
      }
      fields={
        driver === 'smtp' ? (
          <SmtpFields isPasswordSaved={values.mail.driver === 'smtp' && values.mail.has_password} />
        ) : null
      }
      test={driver === 'smtp' ? <TestMail values={values} validate={validate} onProblem={onProblem} /> : null}
    />
  )
}

function SmtpFields({ isPasswordSaved }: { readonly isPasswordSaved: boolean }) {
  const intl = useIntl()
  const { setValue, getValues } = useFormContext<EnvironmentForm>()
  const text = (id: string) => intl.formatMessage({ id: `mail.${id}` })
  return (
    <FieldGrid>
      <TextField name="mail.host" label={text('host')} placeholder="smtp.example.com" isRequired {...technical} />
      <TextField name="mail.port" label={text('port')} inputMode="numeric" isRequired check={isPort} {...technical} />
      <SelectField
        name="mail.encryption"
        isWide
        label={text('encryption')}
        options={(['starttls', 'tls', 'none'] as const).map((value) => ({
          value,
          label: intl.formatMessage({ id: `mail.encryption_${value}` }),
          description: intl.formatMessage({ id: `mail.encryption_${value}_help` }),
        }))}
        onSelect={(encryption) => {
          // A port that was entered stays.
          const isUsual = Object.values(ports).some((port) => port === getValues('mail.port'))
          if (isUsual) setValue('mail.port', ports[encryption], { shouldDirty: true })
        }}
      />
      <TextField name="mail.user" label={text('user')} hint={text('user_hint')} {...technical} />
      <SecretField name="mail.password" label={text('password')} isSaved={isPasswordSaved} />
      <TextField
        name="mail.from"
        isWide
        label={text('from')}
        hint={text('from_hint')}
        inputMode="email"
        check={isEmail}
        {...technical}
      />
    </FieldGrid>
  )
}

/** Sends a mail with what is entered, before it is saved. */
function TestMail({ values, validate, onProblem }: Omit<PartProps, 'problem'>) {
  const intl = useIntl()
  const { getValues } = useFormContext<EnvironmentForm>()
  const [to, setTo] = useState('')
  const [invalid, setInvalid] = useState(false)
  const test = useTestMail()

  const run = async () => {
    onProblem(null)
    test.reset()
    const isInvalid = isEmail(to.trim()) !== undefined
    setInvalid(isInvalid)
    if (!(await validate('mail', 'public_url')) || isInvalid) return
    const { mail, public_url } = getValues()
    test.mutate({ mail: mailBody(mail, values), public_url: public_url.trim(), to: to.trim() }, { onError: onProblem })
  }

  return (
    <>
      <Field
        label={<FormattedMessage id="mail.test_to" />}
        hint={<FormattedMessage id="mail.test_hint" />}
        error={invalid ? intl.formatMessage({ id: 'field.email_invalid' }) : undefined}
      >
        <Row wrap>
          <div style={{ flex: '1 1 220px' }}>
            <Input
              type="email"
              inputMode="email"
              autoComplete="email"
              dir="ltr"
              spellCheck={false}
              autoCapitalize="none"
              value={to}
              onChange={(event) => {
                setTo(event.target.value)
                setInvalid(false)
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                // It is not a field of the form around it.
                event.preventDefault()
                void run()
              }}
            />
          </div>
          <Button icon={Send} busy={test.isPending} onClick={() => void run()}>
            <FormattedMessage id="mail.test" />
          </Button>
        </Row>
      </Field>
      {test.isSuccess ? (
        <output>
          <Notice tone="ok">
            <FormattedMessage id="mail.test_sent" values={{ to: <bdi key="to">{test.variables.to}</bdi> }} />
          </Notice>
        </output>
      ) : null}
    </>
  )
}
