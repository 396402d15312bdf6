import { deleteVersion, type Entry, type FileVersion, listVersions, restoreVersions } from '@holdall/api'
import { api } from '@holdall/api-client'
import { isolate, useHost } from '@holdall/section'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { foldersOf, originOf } from '../entries/entry-origin.ts'
import { useBatchedRefetch } from '../entries/use-batched-refetch.ts'
import { useReportError } from '../error-messages/report-error.ts'

const key = ['versions'] as const
const PER_PAGE = 50
const changes = ['files.changed', 'upload.finished', 'user.changed'] as const

/** The earlier contents of a file, the newest first. */
export function useVersions(fileId: string) {
  useBatchedRefetch(changes, key)
  return useInfiniteQuery({
    queryKey: [...key, fileId],
    queryFn: ({ pageParam: page, signal }) =>
      api.call(listVersions, { params: { id: fileId }, query: { page, per_page: PER_PAGE } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { paginate } }) =>
      paginate.currentPage < paginate.lastPage ? paginate.currentPage + 1 : undefined,
    staleTime: 0,
  })
}

/** Restores and deletes versions of a file. Failures are reported. */
export function useVersionMutations(file: Entry) {
  const { events, overlay, toasts } = useHost()
  const client = useQueryClient()
  const intl = useIntl()
  const report = useReportError()
  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values)
  const refetch = () => client.invalidateQueries({ queryKey: [...key, file.id] })

  const restore = useMutation({
    mutationFn: ({ attributes: { version } }: FileVersion) =>
      api.call(restoreVersions, { body: { items: [{ id: file.id, version }] } }),
    onSuccess() {
      events.emit('files.changed', { folderIds: foldersOf(originOf([file])) })
      toasts.show({ type: 'success', message: text('versions.restored', { name: isolate(file.attributes.name) }) })
    },
    onError: report,
    onSettled: refetch,
  })
  const destroy = useMutation({
    mutationFn: ({ attributes: { version } }: FileVersion) =>
      api.call(deleteVersion, { params: { id: file.id, version } }),
    onSuccess() {
      toasts.show({ type: 'success', message: text('versions.deleted') })
    },
    onError: report,
    onSettled: refetch,
  })
  return {
    restore,
    /** Asks first. `date`: of the version. */
    async destroy(version: FileVersion, date: string) {
      const isConfirmed = await overlay.confirm({
        title: text('versions.delete.title'),
        message: text('versions.delete.text', { date }),
        confirm: text('versions.delete.confirm'),
        cancel: text('popup.cancel'),
        danger: true,
      })
      if (isConfirmed) destroy.mutate(version)
    },
    isBusy: restore.isPending || destroy.isPending,
  }
}
