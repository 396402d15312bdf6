import { FormattedMessage, useIntl } from 'react-intl'
import { isPort } from '../form-parts/field-checks.ts'
import { FieldGrid } from '../form-parts/form-layout.tsx'
import { SecretField, SelectField, TextField } from '../form-parts/setup-fields.tsx'

/** Where the PostgreSQL server is, and as whom to connect. */
export function PostgresFields({ isPasswordSaved }: { readonly isPasswordSaved: boolean }) {
  const intl = useIntl()
  const text = (id: string) => intl.formatMessage({ id: `database.${id}` })
  const technical = { dir: 'ltr', spellCheck: false, autoCapitalize: 'none' } as const
  return (
    <FieldGrid>
      <TextField name="host" label={text('host')} placeholder="db.example.com" isRequired {...technical} />
      <TextField name="port" label={text('port')} inputMode="numeric" isRequired check={isPort} {...technical} />
      <TextField name="name" label={text('name')} hint={text('name_hint')} isWide isRequired {...technical} />
      <TextField name="user" label={text('user')} isRequired {...technical} />
      <SecretField name="password" label={text('password')} isSaved={isPasswordSaved} />
      <SelectField
        name="tls"
        isWide
        label={text('tls')}
        options={[
          { value: 'verify', label: text('tls_verify'), description: text('tls_verify_help') },
          { value: 'require', label: text('tls_require'), description: text('tls_require_help') },
          { value: 'off', label: text('tls_off'), description: <FormattedMessage id="database.tls_off_help" /> },
        ]}
      />
    </FieldGrid>
  )
}
