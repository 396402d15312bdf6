import {
  browseNotifications,
  clearNotifications,
  type Notification,
  type Output,
  readNotifications,
  removeNotification,
} from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { useShell } from '../host/host-provider.tsx'

/** While the page is visible. */
const POLL_MS = 60_000

type Page = Output<typeof browseNotifications>
export type Pages = InfiniteData<Page, unknown>

export const notificationsKey = (userId: string) => ['notifications', userId] as const

/** The notifications of the user, the newest first. `isPolling`: they are fetched again and again. */
export function useNotifications(userId: string, { isPolling = false } = {}) {
  return useInfiniteQuery({
    queryKey: notificationsKey(userId),
    queryFn: ({ pageParam, signal }) => api.call(browseNotifications, { query: { page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { paginate } }) =>
      paginate.currentPage < paginate.lastPage ? paginate.currentPage + 1 : undefined,
    staleTime: 0,
    refetchInterval: isPolling && POLL_MS,
    refetchOnWindowFocus: 'always',
  })
}

/** Those of all loaded pages, each once: a new one moves the others to later pages. */
export function itemsOf(pages: Pages | undefined): Notification[] {
  const all = pages?.pages.flatMap(({ data }) => data) ?? []
  return [...new Map(all.map((item) => [item.id, item])).values()]
}

export const unreadOf = (pages: Pages | undefined): number | undefined => pages?.pages[0]?.meta.unread

/** Marks all as read. Where it fails, they are unread when they are fetched next. */
export function useMarkAllRead() {
  const { events, notifications } = useShell()
  return useMutation({
    mutationFn: () => api.call(readNotifications, { body: {} }),
    onMutate: () => {
      notifications.setUnread(0)
    },
    onSuccess: () => {
      events.emit('notifications.changed', {})
    },
  }).mutate
}

/** Removes one notification by its id, or all (null). They leave the list at once, and return where that fails. */
export function useRemoveNotifications(userId: string) {
  const { events, log, toasts } = useShell()
  const intl = useIntl()
  const client = useQueryClient()
  const key = notificationsKey(userId)
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null ? api.call(clearNotifications) : api.call(removeNotification, { params: { id } }),
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey: key })
      client.setQueryData<Pages>(key, (pages) => pages && without(pages, id))
    },
    onError: (error) => {
      // It was removed in another tab.
      if (isApiError(error, 'not-found')) return
      log.warn('A notification was not removed.', error)
      toasts.show({ type: 'danger', message: intl.formatMessage({ id: 'notifications.not_removed' }) })
    },
    onSettled: () => {
      events.emit('notifications.changed', {})
    },
  }).mutate
}

/** Takes the buttons from the notification of an invitation that cannot be answered any more. */
export const withoutInvitation = (pages: Pages | undefined, invitationId: string): Pages | undefined =>
  pages && {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      data: page.data.map((item) =>
        item.attributes.action?.type === 'invitation' && item.attributes.action.params.id === invitationId
          ? { ...item, attributes: { ...item.attributes, action: null } }
          : item,
      ),
    })),
  }

function without({ pages, pageParams }: Pages, id: string | null): Pages {
  const kept = pages.map((page) => ({ ...page, data: id === null ? [] : page.data.filter((item) => item.id !== id) }))
  return id === null ? { pages: kept.slice(0, 1), pageParams: pageParams.slice(0, 1) } : { pages: kept, pageParams }
}
