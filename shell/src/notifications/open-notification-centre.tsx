import { SectionIntl, type Texts } from '@holdall/section'
import { Button, EmptyState, ErrorState, KindTile } from '@holdall/ui'
import { SidePanel } from '@holdall/ui/dialog'
import { Bell } from '@holdall/ui/icons'
import { Suspense, useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { useShell } from '../host/host-provider.tsx'
import { BELL_SELECTOR } from './notification-bell.ts'
import { NotificationList } from './notification-list.tsx'
import { notificationMessages } from './notification-messages.ts'
import { itemsOf, unreadOf, useMarkAllRead, useNotifications, useRemoveNotifications } from './notification-queries.ts'
import { NotificationsSkeleton } from './notifications-skeleton.tsx'

const BesideRail = styled(SidePanel)`
  @media (min-width: 641px) {
    inset-block: 8px;
    inset-inline-start: 70px;
    inline-size: 360px;
  }
  @media (min-width: 1024px) {
    inset-inline-start: calc(var(--rail) + 2px);
  }
`
const Content = styled.div`
  flex: 1;
  display: flex;
  flex-direction: column;
  outline: 0;
`

interface Props {
  readonly userId: string
  readonly close: () => void
}

export function OpenNotificationCentre(props: Props) {
  const intl = useIntl()
  return (
    <Suspense fallback={null}>
      <SectionIntl
        section={{ messages: notificationMessages }}
        language={{ locale: intl.locale, edits: intl.messages as Texts }}
      >
        <Panel {...props} />
      </SectionIntl>
    </Suspense>
  )
}

function Panel({ userId, close }: Props) {
  const { overlay } = useShell()
  const intl = useIntl()
  const content = useRef<HTMLDivElement>(null)
  const query = useNotifications(userId)
  const markAllRead = useMarkAllRead()
  const remove = useRemoveNotifications(userId)
  const items = itemsOf(query.data)

  // Only what is shown: of the fetch that opening has caused, or of a later one.
  const { isFetchedAfterMount, dataUpdatedAt } = query
  const isUnread = (unreadOf(query.data) ?? 0) > 0
  useEffect(() => {
    if (isFetchedAfterMount && isUnread) markAllRead()
  }, [isFetchedAfterMount, isUnread, dataUpdatedAt, markAllRead])

  const focusContent = () => content.current?.focus()
  return (
    <BesideRail
      title={<FormattedMessage id="notifications.title" />}
      closeLabel={intl.formatMessage({ id: 'close' })}
      triggers={BELL_SELECTOR}
      onClose={() => {
        // A popup above it closes first.
        if (overlay.layers.get().length === 0) close()
      }}
      actions={
        items.length > 0 ? (
          <Button
            variant="quiet"
            size="s"
            onClick={() => {
              focusContent()
              remove(null)
            }}
          >
            <FormattedMessage id="notifications.clear_all" />
          </Button>
        ) : null
      }
    >
      <Content ref={content} tabIndex={-1}>
        {items.length > 0 ? (
          <NotificationList
            userId={userId}
            items={items}
            onRemove={remove}
            onClose={close}
            onEmpty={focusContent}
            older={
              query.hasNextPage ? (
                <Button size="s" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  <FormattedMessage id="notifications.show_older" />
                </Button>
              ) : null
            }
          />
        ) : query.isPending ? (
          <NotificationsSkeleton />
        ) : query.isError ? (
          <LoadFailed onRetry={() => void query.refetch()} />
        ) : (
          <NoNotifications />
        )}
      </Content>
    </BesideRail>
  )
}

const LoadFailed = ({ onRetry }: { readonly onRetry: () => void }) => (
  <ErrorState
    level="h3"
    title={<FormattedMessage id="notifications.failed" />}
    text={<FormattedMessage id="notifications.failed_hint" />}
    actions={
      <Button variant="primary" onClick={onRetry}>
        <FormattedMessage id="retry" />
      </Button>
    }
  />
)

const NoNotifications = () => (
  <EmptyState
    art={<KindTile round size={56} iconSize={24} hue="grey" icon={Bell} />}
    level="h3"
    title={<FormattedMessage id="not_any_notifications" />}
    text={<FormattedMessage id="notifications.hint" />}
  />
)
