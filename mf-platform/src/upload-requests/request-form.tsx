import { Email, type UploadRequest } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { isComposing } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { Field, Input, Textarea } from '@holdall/ui'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReportError } from '../error-messages/report-error.ts'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import { FolderField } from './folder-field.tsx'
import { defaultEnd, fieldsOf } from './request-end.ts'
import { RequestEndField } from './request-end-field.tsx'
import { createRequest } from './upload-request-queries.ts'

const FIELDS = ['name', 'notes', 'email'] as const
type FieldName = (typeof FIELDS)[number]
const CHECKED = [...FIELDS, 'closes_at'] as const
type Problems = Partial<Record<(typeof CHECKED)[number], string | undefined>>

interface RequestFormProps {
  readonly parentId: string | null
  readonly icon: ReactNode
  readonly close: () => void
  readonly onCreated: (request: UploadRequest) => void
}

/** Into which folder files are collected, what is asked for, until when, and who gets the link. */
export function RequestForm({ parentId, icon, close, onCreated }: RequestFormProps) {
  const { config, events } = useHost()
  const intl = useIntl()
  const report = useReportError()
  const [folderId, setFolderId] = useState(parentId)
  const [values, setValues] = useState<Readonly<Record<FieldName, string>>>({ name: '', notes: '', email: '' })
  const [end, setEnd] = useState(defaultEnd)
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const text = (key: string) => intl.formatMessage({ id: key })
  const controlOf = (name: FieldName) => ({
    value: values[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      setValues({ ...values, [name]: target.value })
      setProblems({ ...problems, [name]: undefined })
    },
  })

  const submit = async () => {
    const { name, notes, email } = values
    if (email.trim() !== '' && !Email.safeParse(email).success) {
      setProblems({ email: text('upload_requests.email_invalid') })
      return
    }
    const ending = fieldsOf(end, Date.now(), intl.timeZone)
    if (!ending) {
      setProblems({ closes_at: text('share.end_date_past') })
      return
    }
    setBusy(true)
    try {
      const body = { folder_id: folderId, name: name.trim(), notes, email: email.trim(), ...ending }
      const request = await createRequest(body)
      events.emit('upload-requests.changed', {})
      onCreated(request)
    } catch (error) {
      const found = isApiError(error)
        ? CHECKED.flatMap((field) => (error.fields[field] ? [[field, error.fields[field][0]]] : []))
        : []
      if (found.length > 0) setProblems(Object.fromEntries(found) as Problems)
      else report(error)
      setBusy(false)
    }
  }
  return (
    <FormDialog
      close={close}
      size="l"
      icon={icon}
      title={text('upload_requests.action')}
      subtitle={text('upload_requests.about')}
      action={<FormattedMessage id="upload_requests.create" />}
      isBusy={isBusy}
      gap={20}
      submit={() => void submit()}
    >
      <Field
        label={<FormattedMessage id="upload_requests.name" />}
        hint={<FormattedMessage id="upload_requests.name_hint" />}
        error={problems.name}
      >
        <Input
          {...controlOf('name')}
          dir="auto"
          autoComplete="off"
          placeholder={text('upload_requests.name_placeholder')}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
          }}
        />
      </Field>
      <FolderField
        label={<FormattedMessage id="upload_requests.save_in" />}
        folderId={folderId}
        onChange={setFolderId}
      />
      <Field label={<FormattedMessage id="upload_requests.notes" />} error={problems.notes}>
        <Textarea {...controlOf('notes')} dir="auto" placeholder={text('upload_requests.notes_placeholder')} />
      </Field>
      <RequestEndField
        end={end}
        problem={problems.closes_at ?? null}
        onChange={(next) => {
          setEnd(next)
          setProblems({ ...problems, closes_at: undefined })
        }}
      />
      {config.emailVerification ? (
        <Field label={<FormattedMessage id="upload_requests.email" />} error={problems.email}>
          <Input
            {...controlOf('email')}
            dir="ltr"
            type="text"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={text('share.email.placeholder')}
          />
        </Field>
      ) : null}
    </FormDialog>
  )
}
