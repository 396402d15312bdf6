import type { UnfinishedUpload } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { useFormatDate, useFormatSize } from '@holdall/file-browser'
import { isolate, useHost } from '@holdall/section'
import { Button, type IconType, Text } from '@holdall/ui'
import { Inbox, Link2, Upload, Users } from '@holdall/ui/icons'
import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { useReportError } from '../error-messages/report-error.ts'
import {
  OutdatedSettingList,
  PendingSettingList,
  SettingList,
  SettingListButtons,
  SettingRow,
} from '../user-layout/setting-list.tsx'
import { useEndUnfinishedUpload, useUnfinishedUploads } from './unfinished-upload-queries.ts'

type Attributes = UnfinishedUpload['attributes']

/** The focus is moved here when the row of the button that had it goes. */
const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  /* As wide as a list, unlike what is between the fields of a group. */
  && {
    max-inline-size: none;
  }
  &:focus {
    outline: none;
  }
`

/** The unfinished uploads of the account, each with a button that ends it. */
export function UnfinishedUploadList() {
  const uploads = useUnfinishedUploads()
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = uploads
  const parts = useRef<HTMLDivElement>(null)
  const { end, isPending, ending } = useEnding(() => {
    if (document.activeElement === document.body) parts.current?.focus()
  })
  if (!data) return <PendingSettingList {...uploads} />
  // New ones move the others to later pages.
  const shown = [...new Map(data.pages.flatMap((page) => page.data).map((one) => [one.id, one])).values()]
  return (
    <Parts ref={parts} tabIndex={-1}>
      <OutdatedSettingList {...uploads} />
      {shown.length === 0 ? (
        <Text as="p" tone="subtle">
          <FormattedMessage id="user.unfinished_uploads.none" />
        </Text>
      ) : (
        <SettingList>
          {shown.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              isEnding={isPending && (ending === null || ending === upload.id)}
              onEnd={() => void end(upload)}
            />
          ))}
        </SettingList>
      )}
      {shown.length > 1 ? (
        <SettingListButtons>
          {hasNextPage ? (
            <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              <FormattedMessage id="user.unfinished_uploads.more" />
            </Button>
          ) : null}
          <Button disabled={isPending} onClick={() => void end(null)}>
            <FormattedMessage id="user.unfinished_uploads.end_all" />
          </Button>
        </SettingListButtons>
      ) : null}
    </Parts>
  )
}

/** Ends an upload, or all of them (null), after a question. `onEnded` once the list shows it. */
function useEnding(onEnded: () => void) {
  const intl = useIntl()
  const { overlay } = useHost()
  const report = useReportError()
  const { mutate, isPending, variables } = useEndUnfinishedUpload()
  const text = (key: string, values = {}) => intl.formatMessage({ id: `user.unfinished_uploads.${key}` }, values)

  async function end(upload: UnfinishedUpload | null) {
    const isConfirmed = await overlay.confirm({
      title: upload ? text('end_title', { name: isolate(upload.attributes.name) }) : text('end_all_title'),
      message: text(upload ? 'end_text' : 'end_all_text'),
      confirm: text(upload ? 'end' : 'end_all'),
      danger: true,
    })
    if (!isConfirmed) return
    mutate(upload?.id ?? null, {
      onSuccess: onEnded,
      // It is complete or has ended meanwhile: the list shows that.
      onError: (error) => (isApiError(error, 'not-found') ? onEnded() : report(error)),
    })
  }
  return { end, isPending, ending: variables }
}

const icons: Readonly<Record<Attributes['uploader']['kind'], IconType>> = {
  self: Upload,
  member: Users,
  link: Link2,
  'upload-request': Inbox,
}

interface UploadRowProps {
  readonly upload: UnfinishedUpload
  readonly isEnding: boolean
  readonly onEnd: () => void
}

function UploadRow({ upload: { attributes }, isEnding, onEnd }: UploadRowProps) {
  const intl = useIntl()
  const formatDate = useFormatDate()
  const { name, path, uploader, created_at: createdAt, expires_at: expiresAt } = attributes
  const text = (key: string, values = {}) => intl.formatMessage({ id: `user.unfinished_uploads.${key}` }, values)
  return (
    <SettingRow
      icon={icons[uploader.kind]}
      title={<bdi>{path === '' ? name : `${path}/${name}`}</bdi>}
      actions={
        <Button size="s" busy={isEnding} aria-label={text('end_named', { name: isolate(name) })} onClick={onEnd}>
          <FormattedMessage id="user.unfinished_uploads.end" />
        </Button>
      }
    >
      <div>{[uploaderText(uploader, text), folderText(attributes, text)].join(' · ')}</div>
      <div>{useSizeTexts(attributes).join(' · ')}</div>
      <div>{[formatDate(createdAt), text('expires', { date: formatDate(expiresAt) })].join(' · ')}</div>
    </SettingRow>
  )
}

type TextOf = (key: string, values?: Readonly<Record<string, string>>) => string

function uploaderText({ kind, name }: Attributes['uploader'], text: TextOf): string {
  if (kind === 'self') return text('by.self')
  if (kind === 'upload-request') return text('by.upload_request', { name: isolate(name ?? '') })
  return name === null ? text(`by.${kind}_gone`) : text(`by.${kind}`, { name: isolate(name) })
}

function folderText({ folder }: Attributes, text: TextOf): string {
  if (folder === null) return text('to_gone')
  return folder.name === null ? text('to_home') : text('to', { folder: isolate(folder.name) })
}

/** How much has arrived, and what it takes of the quota. */
function useSizeTexts({ filesize, received, reserved }: Attributes): readonly string[] {
  const intl = useIntl()
  const formatSize = useFormatSize()
  const text = (key: string, values: Readonly<Record<string, string>>) =>
    intl.formatMessage({ id: `user.unfinished_uploads.${key}` }, values)
  const arrived = isolate(formatSize(received))
  return [
    filesize === null
      ? text('progress_unknown', { received: arrived })
      : text('progress', { received: arrived, size: isolate(formatSize(filesize)) }),
    text('reserved', { size: isolate(formatSize(reserved)) }),
  ]
}
