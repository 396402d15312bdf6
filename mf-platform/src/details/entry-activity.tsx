import { DetailsSection } from '@holdall/file-browser'
import { Button, Text } from '@holdall/ui'
import { RotateCw } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import { ActivityList, ActivitySkeleton } from '../activity/activity-list.tsx'
import { useActivity } from '../activity/activity-queries.ts'
import { LoadingText } from '../user-layout/loading-text.tsx'

/** What happened to an entry, and directly in it, in the details panel. */
export function EntryActivity({ id }: { readonly id: string }) {
  const intl = useIntl()
  const list = useActivity(id)
  const { data, isError, isFetching, refetch } = list
  if (!data) {
    return (
      <DetailsSection>
        {isError ? (
          <div role="alert">
            <Text as="p" variant="secondary" tone="muted" style={{ marginBlockEnd: 12 }}>
              <FormattedMessage id="activity.failed" />
            </Text>
            <Button size="s" icon={RotateCw} busy={isFetching} onClick={() => void refetch()}>
              <FormattedMessage id="frame.retry" />
            </Button>
          </div>
        ) : (
          <>
            <LoadingText />
            <ActivitySkeleton rows={3} />
          </>
        )}
      </DetailsSection>
    )
  }
  return (
    <DetailsSection>
      {data.pages[0]?.data.length === 0 ? (
        <Text as="p" variant="secondary" tone="muted">
          <FormattedMessage id="activity.empty_entry" />
        </Text>
      ) : (
        <ActivityList entryId={id} list={list} label={intl.formatMessage({ id: 'activity.title' })} />
      )}
    </DetailsSection>
  )
}
