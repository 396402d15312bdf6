import { Button, Field, Input } from '@holdall/ui'
import { Dialog } from '@holdall/ui/dialog'
import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

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
  const form = useId()
  const [name, setName] = useState(initial)
  const [isMissing, setMissing] = useState(false)
  return (
    <Dialog
      open
      onClose={close}
      size="s"
      title={intl.formatMessage({ id: 'user.passkeys.rename' })}
      closeLabel={intl.formatMessage({ id: 'popup.close' })}
      footer={
        <>
          <Button onClick={close}>
            <FormattedMessage id="popup.cancel" />
          </Button>
          <Button variant="primary" type="submit" form={form} busy={isBusy}>
            <FormattedMessage id="user.passkeys.save" />
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const entered = name.trim()
          setMissing(entered === '')
          if (entered !== '' && !isBusy) save(entered)
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
      </form>
    </Dialog>
  )
}
