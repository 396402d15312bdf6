import { Grow, Row, Switch, Text } from '@holdall/ui'
import { useId } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { useIntl } from 'react-intl'
import { FieldGrid, FormSection } from '../form-parts/form-layout.tsx'
import { lockedBy } from '../form-parts/locked-values.ts'
import { TextField } from '../form-parts/setup-fields.tsx'
import type { SetupValues } from '../setup-calls/setup-queries.ts'
import { type AppForm, gigabytes } from './app-form.ts'

const isQuota = (text: string) => (gigabytes(text) === null ? 'app_setup.quota_invalid' : undefined)

/** What a new account may use. */
export function DefaultsFields({ values }: { readonly values: SetupValues }) {
  const intl = useIntl()
  const id = useId()
  const { control } = useFormContext<AppForm>()
  const hasQuota = useWatch({ control, name: 'has_quota' })
  const lock = lockedBy(values, 'default_quota_bytes')
  const text = (name: string) => intl.formatMessage({ id: `app_setup.${name}` })
  return (
    <FormSection title={text('defaults')} text={text('defaults_text')}>
      <Row gap={16}>
        <Grow>
          <Text as="label" htmlFor={id} weight="medium" style={{ display: 'block' }}>
            {text('quota_limit')}
          </Text>
          <Text id={`${id}-help`} variant="secondary" tone="muted">
            {text('quota_limit_help')}
          </Text>
        </Grow>
        <Controller
          name="has_quota"
          control={control}
          render={({ field }) => (
            <Switch
              id={id}
              aria-describedby={`${id}-help`}
              checked={field.value}
              onChange={field.onChange}
              disabled={lock !== undefined}
            />
          )}
        />
      </Row>
      <FieldGrid>
        {hasQuota || lock !== undefined ? (
          <TextField
            name="default_quota_bytes"
            label={text('quota')}
            hint={text('quota_hint')}
            lockedBy={lock}
            inputMode="decimal"
            dir="ltr"
            isRequired
            check={isQuota}
          />
        ) : null}
      </FieldGrid>
    </FormSection>
  )
}
