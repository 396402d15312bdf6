import { storageEndpoint, storageProviders } from '@holdall/api'
import { Field, Input } from '@holdall/ui'
import { Lock } from '@holdall/ui/icons'
import { SearchSelect } from '@holdall/ui/menu'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { isWebAddress } from '../form-parts/field-checks.ts'
import { FieldGrid } from '../form-parts/form-layout.tsx'
import { CheckField, SecretField, SelectField, TextField } from '../form-parts/setup-fields.tsx'
import { endpointOf, type EnvironmentForm, providerOf } from './environment-form.ts'

const technical = { dir: 'ltr', spellCheck: false, autoCapitalize: 'none' } as const

/** The bucket and its key. The address follows from the provider and the region, where the provider has one. */
export function S3Fields({ isSecretSaved }: { readonly isSecretSaved: boolean }) {
  const intl = useIntl()
  const { control, setValue } = useFormContext<EnvironmentForm>()
  const storage = useWatch({ control, name: 'storage' })
  const provider = providerOf(storage.provider)
  const isDerived = storageEndpoint(provider, storage.region) !== null
  const text = (id: string) => intl.formatMessage({ id: `storage.${id}` })

  const choose = (id: string) => {
    const next = providerOf(id)
    setValue('storage.region', next.regions[0] ?? '', { shouldDirty: true })
    setValue('storage.path_style', next.isPathStyle, { shouldDirty: true })
  }

  return (
    <FieldGrid>
      <SelectField
        name="storage.provider"
        label={text('provider')}
        options={storageProviders.map(({ id, name }) => ({ value: id, label: id === 'other' ? text('other') : name }))}
        onSelect={choose}
      />
      {provider.id === 'other' ? (
        <TextField name="storage.region" label={text('region')} hint={text('region_hint')} isRequired {...technical} />
      ) : (
        <RegionField regions={provider.regions} />
      )}
      {isDerived ? (
        <Field label={text('endpoint')} hint={text('endpoint_derived')} data-wide>
          <Input readOnly icon={Lock} dir="ltr" value={endpointOf(storage)} />
        </Field>
      ) : (
        <TextField
          name="storage.endpoint"
          isWide
          label={text('endpoint')}
          placeholder={provider.example}
          inputMode="url"
          isRequired
          check={isWebAddress}
          {...technical}
        />
      )}
      <TextField name="storage.bucket" label={text('bucket')} hint={text('bucket_hint')} isRequired {...technical} />
      <TextField name="storage.prefix" label={text('prefix')} hint={text('prefix_hint')} {...technical} />
      <TextField name="storage.key" label={text('key')} isRequired {...technical} />
      <SecretField name="storage.secret" label={text('secret')} isSaved={isSecretSaved} isRequired />
      {provider.id === 'other' ? (
        <div data-wide>
          <CheckField name="storage.path_style" label={text('path_style')} help={text('path_style_help')} />
        </div>
      ) : null}
    </FieldGrid>
  )
}

function RegionField({ regions }: { readonly regions: readonly string[] }) {
  const intl = useIntl()
  const { field, fieldState } = useController<EnvironmentForm, 'storage.region'>({ name: 'storage.region' })
  // One that was saved may not be in the list.
  const all = regions.includes(field.value) ? regions : [field.value, ...regions]
  return (
    <Field label={<FormattedMessage id="storage.region" />} error={fieldState.error?.message}>
      <SearchSelect
        options={all.map((region) => ({ value: region, label: region }))}
        value={field.value}
        onChange={field.onChange}
        searchLabel={intl.formatMessage({ id: 'storage.region_search' })}
        emptyText={intl.formatMessage({ id: 'storage.region_none' })}
      />
    </Field>
  )
}
