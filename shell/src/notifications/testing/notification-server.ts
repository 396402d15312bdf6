import {
  browseNotifications,
  clearNotifications,
  type Notification,
  type Output,
  readNotifications,
  removeNotification,
} from '@holdall/api'
import { type FakeServer, fakeServer, refuse } from '@holdall/testing'

type Page = Output<typeof browseNotifications>

export interface NotificationServer {
  readonly server: FakeServer
  /** The notifications that it has, the newest first. */
  list(): readonly Notification[]
  set(items: readonly Notification[]): void
}

/** A server that keeps notifications. */
export function notificationServer(first: readonly Notification[], { perPage = 50 } = {}): NotificationServer {
  const server = fakeServer()
  let items = [...first]
  const page = (number: number): Page => {
    const data = items.slice((number - 1) * perPage, number * perPage)
    const lastPage = Math.max(1, Math.ceil(items.length / perPage))
    return {
      data,
      meta: {
        unread: items.filter(({ attributes }) => attributes.read_at === null).length,
        paginate: { currentPage: number, lastPage, perPage, from: null, to: null, total: items.length },
      },
    }
  }
  server.on(browseNotifications, ({ query }) => page(query.page ?? 1))
  server.on(readNotifications, () => {
    const now = new Date().toISOString()
    items = items.map((item) => ({
      ...item,
      attributes: { ...item.attributes, read_at: item.attributes.read_at ?? now },
    }))
    return {}
  })
  server.on(clearNotifications, () => {
    items = []
    return {}
  })
  server.on(removeNotification, ({ params }) => {
    if (!items.some(({ id }) => id === params.id)) return refuse('not-found')
    items = items.filter(({ id }) => id !== params.id)
    return {}
  })
  return {
    server,
    list: () => items,
    set: (next) => {
      items = [...next]
    },
  }
}
