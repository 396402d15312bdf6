import { EmptyState, FolderArt } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import { LoadFailed } from '../user-layout/load-failed.tsx'
import { LoadingText } from '../user-layout/loading-text.tsx'
import { UserLayout } from '../user-layout/user-layout.tsx'
import { ActivityList, ActivitySkeleton } from './activity-list.tsx'
import { useActivity } from './activity-queries.ts'

/** What happened in the files and team folders of the account, and what the user did elsewhere. */
export const ActivityPage = () => (
  <UserLayout page="activity">
    <AccountActivity />
  </UserLayout>
)

function AccountActivity() {
  const intl = useIntl()
  const list = useActivity(null)
  const { data, error, isFetching, refetch } = list
  if (!data) {
    if (error) return <LoadFailed error={error} retrying={isFetching} retry={() => void refetch()} />
    return (
      <>
        <LoadingText />
        <ActivitySkeleton rows={8} />
      </>
    )
  }
  if (data.pages[0]?.data.length === 0) {
    return (
      <EmptyState
        art={<FolderArt />}
        title={<FormattedMessage id="activity.empty_title" />}
        text={<FormattedMessage id="activity.empty_text" />}
      />
    )
  }
  return <ActivityList entryId={null} list={list} label={intl.formatMessage({ id: 'activity.title' })} />
}
