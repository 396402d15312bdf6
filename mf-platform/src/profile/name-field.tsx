import { Field, Input } from '@holdall/ui'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { saveError, SaveStateText } from './save-state-text.tsx'
import { useSettingSave } from './use-setting-save.ts'

interface NameFieldProps {
  readonly name: 'first_name' | 'last_name'
  readonly saved: string
}

/** A part of the name, saved while it is typed. */
export function NameField({ name, saved }: NameFieldProps) {
  const { state, save } = useSettingSave(name)
  const [value, setValue] = useState(saved)
  const isFirst = name === 'first_name'
  return (
    <Field
      label={<FormattedMessage id={`user.profile.${name}`} />}
      status={<SaveStateText state={state} />}
      error={saveError(state)}
    >
      <Input
        value={value}
        dir="auto"
        maxLength={120}
        autoComplete={isFirst ? 'given-name' : 'family-name'}
        onChange={(event) => {
          setValue(event.target.value)
          save(event.target.value)
        }}
        onBlur={() => {
          if (value.trim() !== '') return
          // The first name is required, the last name is not.
          if (isFirst) setValue(saved)
          else if (saved !== '') save('', { isForced: true })
        }}
      />
    </Field>
  )
}
