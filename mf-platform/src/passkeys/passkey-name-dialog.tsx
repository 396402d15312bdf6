import { Field, Input } from '@holdall/ui'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormDialog } from '../form-dialog/form-dialog.tsx'

const MAX_LENGTH = 60

interface Props {
  readonly name: string
  readonly isBusy: boolean
  readonly save: (name: string) => void
  readonly close: () => void
}

/** Asks for the name of a passkey. */
export function PasskeyNameDialog({ name: initial, isBusy, save, close }: Props) {
  const intl = useIntl()
  const [name, setName] = useState(initial)
  const [isMissing, setMissing] = useState(false)
  return (
    <FormDialog
      close={close}
      size="s"
      title={intl.formatMessage({ id: 'user.passkeys.rename' })}
      action={<FormattedMessage id="user.passkeys.save" />}
      isBusy={isBusy}
      submit={() => {
        const entered = name.trim()
        setMissing(entered === '')
        if (entered !== '') save(entered)
      }}
    >
      <Field
        label={<FormattedMessage id="user.passkeys.name" />}
        error={isMissing ? intl.formatMessage({ id: 'user.passkeys.name_missing' }) : undefined}
      >
        <Input
          dir="auto"
          value={name}
          maxLength={MAX_LENGTH}
          autoComplete="off"
          spellCheck={false}
          onFocus={({ target }) => {
            if (name === initial) target.select()
          }}
          onChange={(event) => {
            setName(event.target.value)
            setMissing(false)
          }}
        />
      </Field>
    </FormDialog>
  )
}
