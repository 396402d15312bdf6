import type { Activity } from '@holdall/api'
import { useFormatDate } from '@holdall/file-browser'
import { isolate, Link, useHost, useSession } from '@holdall/section'
import { Avatar, Icon, type IconType, Skeleton } from '@holdall/ui'
import { Bot, Inbox, Link2 } from '@holdall/ui/icons'
import type { ReactNode } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { MoreButton } from '../entries/more-button.tsx'
import type { useActivity } from './activity-queries.ts'
import { Items, More, Sign, Sub, What, Who } from './activity-styles.ts'

type Folder = NonNullable<Activity['attributes']['folder']>

interface ActivityListProps {
  readonly entryId: string | null
  readonly list: ReturnType<typeof useActivity>
  readonly label: string
}

/** Loaded activities, the newest first, with a button for earlier ones. */
export function ActivityList({ entryId, list, label }: ActivityListProps) {
  const { data, hasNextPage } = list
  // Something new moves the others to later pages.
  const shown = new Map((data?.pages ?? []).flatMap((page) => page.data).map((one) => [one.id, one]))
  return (
    <>
      <Items aria-label={label}>
        {Array.from(shown.values(), (activity) => (
          <ActivityItem key={activity.id} activity={activity} entryId={entryId} />
        ))}
      </Items>
      {hasNextPage ? (
        <More>
          <MoreButton list={list} />
        </More>
      ) : null}
    </>
  )
}

export const ActivitySkeleton = ({ rows }: { readonly rows: number }) => (
  <Items aria-hidden>
    {Array.from({ length: rows }, (_, row) => (
      <li key={row}>
        <Skeleton width={32} height={32} style={{ borderRadius: '50%' }} />
        <div>
          <Skeleton width={140} height={14} />
          <Skeleton width={220} height={12} style={{ marginBlockStart: 8, maxInlineSize: '100%' }} />
        </div>
      </li>
    ))}
  </Items>
)

function ActivityItem({ activity, entryId }: { readonly activity: Activity; readonly entryId: string | null }) {
  const intl = useIntl()
  const formatDate = useFormatDate()
  const { attributes } = activity
  return (
    <li>
      <Actor activity={activity} />
      <div>
        <Who>
          <b dir="auto">{useActorName(activity)}</b>
          <time
            dateTime={attributes.created_at}
            title={intl.formatDate(attributes.created_at, { dateStyle: 'full', timeStyle: 'medium' })}
          >
            <bdi>{formatDate(attributes.created_at)}</bdi>
          </time>
        </Who>
        <What>{whatText(intl, activity, entryId)}</What>
        <Detail activity={activity} entryId={entryId} />
      </div>
    </li>
  )
}

const signs: Readonly<Record<'link' | 'upload-request' | 'system', IconType>> = {
  link: Link2,
  'upload-request': Inbox,
  system: Bot,
}

function Actor({ activity }: { readonly activity: Activity }) {
  const { type, user } = activity.relationships.actor.data
  if (user) return <Avatar name={user.name} avatar={user.avatar} color={user.color} size={32} decorative />
  return (
    <Sign>
      <Icon as={signs[type === 'user' ? 'system' : type]} size={16} />
    </Sign>
  )
}

/** "You", a name, or what somebody without an account came by. */
function useActorName({ attributes: { email }, relationships }: Activity): string {
  const intl = useIntl()
  const session = useSession()
  const { type, user } = relationships.actor.data
  if (user) {
    const isSelf = session.state !== 'anonymous' && session.user.id === user.id
    return isSelf ? intl.formatMessage({ id: 'activity.you' }) : user.name
  }
  // Whoever was invited can decline without an account.
  if (type === 'system' && email !== null) return email
  return intl.formatMessage({ id: `activity.by.${type}` })
}

/** "Renamed “a.txt” to “b.txt”". In the list of an entry its name is not a link. */
function whatText(intl: IntlShape, { attributes, relationships }: Activity, entryId: string | null): ReactNode {
  const { kind, count, item, previous_name: previousName, email } = attributes
  const shown = item ? (
    <ItemName key="item" item={item} isLink={item.id !== entryId} />
  ) : (
    intl.formatMessage({ id: 'activity.items' }, { count })
  )
  return (
    <FormattedMessage
      id={`activity.${kind}`}
      values={{
        item: shown,
        previous: <bdi key="previous">{previousName}</bdi>,
        email: <bdi key="email">{email}</bdi>,
        member: (
          <bdi key="member">{relationships.member?.data.name ?? intl.formatMessage({ id: 'activity.someone' })}</bdi>
        ),
      }}
    />
  )
}

function ItemName({
  item: { name, opens },
  isLink,
}: {
  readonly item: NonNullable<Activity['attributes']['item']>
  readonly isLink: boolean
}) {
  const { navigation } = useHost()
  if (opens === null || !isLink) return <bdi>{name}</bdi>
  return (
    <Link to={navigation.href('Files', opens === 'all' ? {} : { id: opens })}>
      <bdi>{name}</bdi>
    </Link>
  )
}

/** Where it happened, or what somebody may do now. */
function Detail({
  activity: { attributes },
  entryId,
}: {
  readonly activity: Activity
  readonly entryId: string | null
}) {
  const intl = useIntl()
  const { kind, folder, from_folder: from, permission } = attributes
  const nameOf = ({ name }: Folder) => isolate(name ?? intl.formatMessage({ id: 'locations.home' }))
  if (permission !== null) {
    return (
      <Sub>
        <FormattedMessage id={`activity.permission.${permission}`} />
      </Sub>
    )
  }
  if (kind === 'moved') {
    if (folder && from) {
      const values = { folder: nameOf(folder), from: nameOf(from) }
      return (
        <Sub>
          <FormattedMessage id="activity.from_to" values={values} />
        </Sub>
      )
    }
    const [id, at] = folder ? ['activity.to', folder] : ['activity.from', from]
    return at ? <Sub>{intl.formatMessage({ id }, { folder: nameOf(at) })}</Sub> : null
  }
  if (!folder || folder.id === entryId) return null
  return <Sub>{intl.formatMessage({ id: 'activity.in' }, { folder: nameOf(folder) })}</Sub>
}
