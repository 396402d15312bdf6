import type { UploadRequest } from '@holdall/api'
import type { ActionGroups } from '@holdall/file-browser'
import { isolate, useHost } from '@holdall/section'
import { copyText } from '@holdall/ui'
import { CalendarClock, Copy, FolderOpen, QrCode, RotateCw, X } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { useReportError } from '../error-messages/report-error.ts'
import { absoluteLink } from '../share-links/share-link-queries.ts'
import { closeRequest, isOpenRequest } from './upload-request-queries.ts'

/** What the owner of a request does with it. */
export function useRequestActions() {
  const { config, events, navigation, overlay, toasts } = useHost()
  const intl = useIntl()
  const report = useReportError()
  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values)
  const copy = async ({ attributes: { link } }: UploadRequest) => {
    const isCopied = await copyText(absoluteLink(link, config.host))
    toasts.show({
      type: isCopied ? 'success' : 'danger',
      message: text(isCopied ? 'share.link_copied' : 'share.link_copy_failed'),
    })
  }
  const close = async ({ attributes: { token, name } }: UploadRequest) => {
    const isConfirmed = await overlay.confirm({
      title: text('upload_requests.close.title', { name: isolate(name) }),
      message: text('upload_requests.close.text'),
      confirm: text('upload_requests.close.confirm'),
      cancel: text('upload_requests.close.cancel'),
      danger: true,
    })
    if (!isConfirmed) return
    try {
      await closeRequest(token)
      toasts.show({ type: 'success', message: text('upload_requests.closed') })
    } catch (error) {
      report(error)
    }
    events.emit('upload-requests.changed', {})
  }

  return {
    copy,
    /** The menu of a request. What it cannot do now is not in it. */
    menu(request: UploadRequest): ActionGroups {
      const { folder_id: folderId, suspended } = request.attributes
      const isOpen = isOpenRequest(request)
      return [
        [
          ...(folderId === null
            ? []
            : [
                {
                  id: 'open',
                  label: text('upload_requests.open_folder'),
                  icon: FolderOpen,
                  run: () => {
                    navigation.go({ name: 'Files', params: { id: folderId } })
                  },
                },
              ]),
          ...(isOpen
            ? [
                { id: 'copy', label: text('share.copy_link'), icon: Copy, run: () => void copy(request) },
                {
                  id: 'send',
                  label: text('upload_requests.send'),
                  icon: QrCode,
                  run: () => {
                    const { token, name, link } = request.attributes
                    overlay.open('send-file-request', { token, name, link })
                  },
                },
              ]
            : []),
          {
            id: 'end',
            // Where the folder is in the trash, the next upload makes a new one.
            ...(isOpen && !suspended
              ? { label: text('upload_requests.end.action'), icon: CalendarClock }
              : { label: text('upload_requests.reopen.action'), icon: RotateCw }),
            run: () => {
              overlay.open('file-request-end', { request })
            },
          },
        ],
        isOpen
          ? [
              {
                id: 'close',
                label: text('upload_requests.close.confirm'),
                icon: X,
                danger: true,
                run: () => void close(request),
              },
            ]
          : [],
      ]
    },
  }
}
