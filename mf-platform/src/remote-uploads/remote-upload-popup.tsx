import { MAX_REMOTE_URLS } from '@holdall/api'
import { type PopupProps, useHost } from '@holdall/section'
import { Field, Textarea } from '@holdall/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { isKnownOfOther, knownFolderName } from '../entries/cached-entries.ts'
import { useReportError } from '../error-messages/report-error.ts'
import { useRestriction } from '../error-messages/use-restriction.ts'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import { droppedLinks, linksOf, onLines } from './remote-links.ts'
import { ownRemoteUploads, startRemoteUpload } from './remote-upload-queries.ts'

/** Lines with problems that are listed. */
const MAX_PROBLEMS = 4

const Lines = styled(Textarea)`
  min-block-size: 168px;
  /* Links are read by their beginning, and a line is a link. */
  white-space: pre;
  overflow: auto;
  font-size: var(--t-13);
  @media (pointer: coarse) {
    font-size: 1rem;
  }
`
const Problem = styled.span`
  display: block;
  & + & {
    margin-block-start: 4px;
  }
`

/** Takes links to files, one on each line, which the server fetches into a folder. */
export function RemoteUploadPopup({ input: { parentId, link }, close }: PopupProps<'remote-upload'>) {
  const intl = useIntl()
  const client = useQueryClient()
  const { events } = useHost()
  const reportOwn = useReportError()
  const isForbidden = useRestriction({
    restriction: 'canUpload',
    titleId: 'remote_upload.disabled',
    close,
    isEnabled: !link,
    isOthers: parentId !== null && isKnownOfOther(client, parentId),
  })
  const [text, setText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { urls, problems, isTooMany } = linksOf(text)
  const folder = link ? link.name : parentId === null ? null : knownFolderName(client, parentId)

  if (isForbidden) return null

  /** Puts links on lines of their own, in place of a part of the text. */
  const add = (links: string, start: number, end: number) => {
    const before = text.slice(0, start)
    const gap = before === '' || before.endsWith('\n') ? '' : '\n'
    setText(`${before}${gap}${links}\n${text.slice(end).replace(/^\n/, '')}`)
  }
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData('text').trim()
    // Within a line the text is pasted as it is.
    if (!/^https?:\/\//i.test(pasted)) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    add(onLines(pasted), selectionStart, selectionEnd)
  }
  const onDrop = (event: DragEvent<HTMLTextAreaElement>) => {
    const links = droppedLinks(event.dataTransfer)
    if (links === '') return
    event.preventDefault()
    add(links, text.length, text.length)
  }
  const submit = async () => {
    setChecked(true)
    if (urls.length === 0 || problems.length > 0 || isTooMany) return
    setBusy(true)
    try {
      await startRemoteUpload(client, link?.calls ?? ownRemoteUploads, urls, parentId)
      if (!link) events.emit('remote-uploads.changed', {})
      close()
    } catch (error) {
      setBusy(false)
      ;(link?.report ?? reportOwn)(error)
    }
  }
  const max = MAX_REMOTE_URLS

  return (
    <FormDialog
      close={close}
      title={intl.formatMessage({ id: 'remote_upload.title' })}
      action={<FormattedMessage id="remote_upload.save" />}
      isBusy={isBusy}
      submit={() => void submit()}
    >
      <Field
        label={intl.formatMessage({ id: 'remote_upload.label' })}
        status={intl.formatMessage({ id: 'remote_upload.count' }, { count: urls.length })}
        hint={
          <FormattedMessage
            id="remote_upload.hint"
            values={{ max, folder: <bdi>{folder ?? intl.formatMessage({ id: 'remote_upload.home' })}</bdi> }}
          />
        }
        error={isChecked ? errorOf() : null}
      >
        <Lines
          dir="ltr"
          value={text}
          placeholder="https://example.com/photos.zip"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          inputMode="url"
          onChange={({ target }) => {
            setText(target.value)
          }}
          onBlur={() => {
            if (problems.length > 0 || isTooMany) setChecked(true)
          }}
          onPaste={onPaste}
          onDrop={onDrop}
        />
      </Field>
    </FormDialog>
  )

  function errorOf() {
    if (urls.length === 0) return intl.formatMessage({ id: 'remote_upload.missing' })
    if (isTooMany) return intl.formatMessage({ id: 'remote_upload.too_many' }, { max })
    if (problems.length === 0) return null
    const rest = problems.length - MAX_PROBLEMS
    return (
      <>
        {problems.slice(0, MAX_PROBLEMS).map(({ line, problem }) => (
          <Problem key={line}>{intl.formatMessage({ id: `remote_upload.line.${problem}` }, { line })}</Problem>
        ))}
        {rest > 0 ? (
          <Problem>{intl.formatMessage({ id: 'remote_upload.more_problems' }, { count: rest })}</Problem>
        ) : null}
      </>
    )
  }
}
