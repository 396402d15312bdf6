import type { User } from '@holdall/api'
import { useReadable, useSession } from '@holdall/section'
import { type ComponentType, useEffect, useState } from 'react'
import { useShell } from '../host/host-provider.tsx'
import { loadUntilAvailable } from '../connection/wait-for-connection.ts'
import { CloseOnBack } from '../layout/close-on-back.tsx'
import { lazyPart } from '../layout/lazy-part.tsx'
import { OptionalBoundary } from '../layout/optional-boundary.tsx'

const loadNotifications = () => import(/* webpackChunkName: 'popups' */ './notifications-chunk.ts')
const OpenNotificationCentre = lazyPart(() => loadNotifications().then((m) => m.OpenNotificationCentre))

/** The page comes with the newest: nothing is fetched before this time, unless there is something new. */
const FIRST_FETCH_MS = 60_000

/** Notifications of the user: what is new, and the panel beside the rail. */
export function NotificationCentre() {
  const { log, notifications } = useShell()
  const session = useSession()
  const isOpen = useReadable(notifications.isOpen)
  if (session.state === 'anonymous') return null
  const { user } = session
  return (
    <>
      <OptionalBoundary name="The notifications" log={log}>
        <LazyFeed key={user.id} user={user} />
      </OptionalBoundary>
      {isOpen ? (
        <>
          <CloseOnBack close={notifications.close} />
          <OpenNotificationCentre userId={user.id} close={notifications.close} />
        </>
      ) : null}
    </>
  )
}

/** Counts those that come with the user, and loads the code that looks for new ones once that is due. */
function LazyFeed({ user }: { readonly user: User }) {
  const { events, notifications } = useShell()
  const [Feed, setFeed] = useState<ComponentType<{ user: User }>>()
  const unread = user.relationships.unreadNotifications.data.length
  const isCounted = Feed !== undefined
  useEffect(() => {
    if (!isCounted) notifications.setUnread(unread)
  }, [notifications, unread, isCounted])
  useEffect(
    () => () => {
      notifications.setUnread(0)
    },
    [notifications],
  )
  useEffect(() => {
    const ended = new AbortController()
    let isStarted = false
    const start = () => {
      if (isStarted) return
      isStarted = true
      void loadUntilAvailable(loadNotifications).then(({ NotificationFeed }) => {
        if (!ended.signal.aborted) setFeed(() => NotificationFeed)
      })
    }
    const onVisible = () => {
      if (document.visibilityState === 'visible') start()
    }
    const timer = setTimeout(start, FIRST_FETCH_MS)
    document.addEventListener('visibilitychange', onVisible, ended)
    events.on('notifications.changed', start, ended.signal)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [events])
  return Feed ? <Feed user={user} /> : null
}
