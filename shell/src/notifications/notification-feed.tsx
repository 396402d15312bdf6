import type { Notification, User } from '@holdall/api'
import { SectionIntl, type Texts, useReadable } from '@holdall/section'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { useShell } from '../host/host-provider.tsx'
import { createToasts } from '../stores/toast-store.ts'
import { createArrivals } from './arrivals.ts'
import { notificationMessages } from './notification-messages.ts'
import { itemsOf, notificationsKey, unreadOf, useNotifications } from './notification-queries.ts'
import { playNotificationSound } from './notification-sound.ts'
import { NotificationToasts } from './notification-toasts.tsx'

const MAX_TOASTS_AT_ONCE = 3
/** The tray of remote uploads, which is on every page, has a toast of its own for its end. */
const hasOwnToast = ({ attributes: { category } }: Notification) => category === 'remote-upload-done'

/** Fetches the notifications of the user at once and from time to time, counts them, and shows new ones as toasts. */
export function NotificationFeed({ user }: { readonly user: User }) {
  const { events, notifications, preferences } = useShell()
  const intl = useIntl()
  const client = useQueryClient()
  const isOpen = useReadable(notifications.isOpen)
  const [toasts] = useState(() => createToasts<{ readonly notification: Notification }>())
  const { id: userId, relationships } = user
  const [arrivals] = useState(() =>
    createArrivals([...relationships.readNotifications.data, ...relationships.unreadNotifications.data]),
  )
  const { data } = useNotifications(userId, { isPolling: true })

  useEffect(() => {
    const listening = new AbortController()
    events.on(
      'notifications.changed',
      () => void client.invalidateQueries({ queryKey: notificationsKey(userId) }),
      listening.signal,
    )
    return () => {
      listening.abort()
    }
  }, [client, events, userId])

  useEffect(() => {
    const unread = unreadOf(data)
    if (unread !== undefined) notifications.setUnread(unread)
  }, [notifications, data])

  // The panel has them too.
  useEffect(() => {
    if (isOpen) for (const { id } of toasts.shown.get()) toasts.dismiss(id)
  }, [isOpen, toasts])

  const announce = useRef<(items: readonly Notification[]) => void>(undefined)
  useEffect(() => {
    announce.current = (items) => {
      if (preferences.get().notificationSound) playNotificationSound()
      // The open panel shows them itself.
      if (isOpen) return
      const shown = items.filter((one) => !hasOwnToast(one)).slice(0, MAX_TOASTS_AT_ONCE)
      for (const notification of shown.toReversed()) toasts.show({ notification })
    }
  }, [isOpen, preferences, toasts])
  useEffect(() => {
    const arrived = arrivals.take(itemsOf(data))
    if (arrived.length > 0) announce.current?.(arrived)
  }, [arrivals, data])

  return (
    <Suspense fallback={null}>
      <SectionIntl
        section={{ messages: notificationMessages }}
        language={{ locale: intl.locale, edits: intl.messages as Texts }}
      >
        <NotificationToasts userId={userId} items={itemsOf(data)} toasts={toasts} onOpen={notifications.open} />
      </SectionIntl>
    </Suspense>
  )
}
