import { type ReactNode, useState } from 'react'
import { isComposing } from '@holdall/file-browser'
import { Field, Input } from '@holdall/ui'
import { useIntl } from 'react-intl'
import { nameError } from '../error-messages/report-error.ts'
import { FormDialog } from '../form-dialog/form-dialog.tsx'

interface NamePopupProps {
  readonly title: string
  readonly label: string
  readonly action: string
  readonly initial: string
  /** Number of characters at the start of the name that are selected at first. */
  readonly selectedLength: number
  readonly close: () => void
  /** Further fields below the name. */
  readonly children?: ReactNode
  /** Rejects with an error of the name, which the field shows, or with another one. */
  readonly save: (name: string) => Promise<void>
}

/** A popup with a field for a name. A refused name stays in the field, with the reason below. */
export function NamePopup({ title, label, action, initial, selectedLength, close, children, save }: NamePopupProps) {
  const intl = useIntl()
  const [name, setName] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    const newName = name.trim()
    if (newName === '') {
      setProblem(intl.formatMessage({ id: 'files.name_missing' }))
      return
    }
    setBusy(true)
    try {
      await save(newName)
      close()
    } catch (error) {
      setProblem(nameError(error) ?? null)
      setBusy(false)
    }
  }
  return (
    <FormDialog
      close={close}
      size="s"
      title={title}
      action={action}
      isBusy={busy}
      gap={20}
      submit={() => void submit()}
    >
      <Field label={label} error={problem}>
        <Input
          dir="auto"
          value={name}
          autoComplete="off"
          spellCheck={false}
          onFocus={({ target }) => {
            if (name === initial) target.setSelectionRange(0, selectedLength)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
          }}
          onChange={(event) => {
            setName(event.target.value)
            setProblem(null)
          }}
        />
      </Field>
      {children}
    </FormDialog>
  )
}
