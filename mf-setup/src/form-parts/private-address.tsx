import { isApiError } from '@holdall/api-client'
import { Notice } from '@holdall/ui'
import { useFormContext, useWatch } from 'react-hook-form'
import { FormattedMessage } from 'react-intl'
import { useScrollIntoView } from '../error-messages/use-scroll-into-view.ts'
import { CheckField } from './setup-fields.tsx'

/** Asks whether a server at an address that is not public is the operator's own, once the server has refused it. */
export function PrivateAddress({ name, error }: { readonly name: string; readonly error: unknown }) {
  const { control } = useFormContext()
  const isAllowed = useWatch({ control, name }) === true
  const element = useScrollIntoView(isApiError(error, 'private-address') ? error : null)
  if (!isAllowed && !isApiError(error, 'private-address')) return null
  return (
    <Notice tone="warn" role={isAllowed ? undefined : 'alert'} ref={element} style={{ scrollMargin: 24 }}>
      <p style={{ marginBlockEnd: 10 }}>
        <FormattedMessage id="form.private_text" />
      </p>
      <CheckField name={name} label={<FormattedMessage id="form.private_allow" />} />
    </Notice>
  )
}
