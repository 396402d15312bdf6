import { isComposing } from '@holdall/file-browser'
import { Field, Input, type InputProps } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'

interface FolderNameFieldProps extends Pick<InputProps, 'onFocus'> {
  readonly value: string
  readonly problem: string | null
  readonly onChange: (name: string) => void
}

/** The name of a team folder. */
export const FolderNameField = ({ value, problem, onChange, onFocus }: FolderNameFieldProps) => (
  <Field label={<FormattedMessage id="files.create_folder.label" />} error={problem}>
    <Input
      dir="auto"
      value={value}
      autoComplete="off"
      spellCheck={false}
      onFocus={onFocus}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
      }}
      onChange={({ target }) => {
        onChange(target.value)
      }}
    />
  </Field>
)
