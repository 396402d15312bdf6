import { DataExportGroup } from '../data-export/data-export-group.tsx'
import { LoadFailed } from '../user-layout/load-failed.tsx'
import { LoadingText } from '../user-layout/loading-text.tsx'
import { UserLayout } from '../user-layout/user-layout.tsx'
import { Charts } from './storage-styles.ts'
import { StorageByCategory } from './storage-by-category.tsx'
import { UnfinishedUploadsGroup } from './unfinished-uploads-group.tsx'
import { useStorageUsage } from './storage-queries.ts'
import { StorageSkeleton } from './storage-skeleton.tsx'
import { TrafficChart } from './traffic-chart.tsx'

/** Used storage by category, the traffic of the last 45 days, and the copy of all data. */
export function StoragePage() {
  return (
    <UserLayout page="storage">
      <Storage />
      <UnfinishedUploadsGroup />
      <DataExportGroup />
    </UserLayout>
  )
}

function Storage() {
  const { data, error, isFetching, refetch } = useStorageUsage()
  if (!data) {
    if (error) return <LoadFailed error={error} retrying={isFetching} retry={() => void refetch()} />
    return (
      <>
        <LoadingText />
        <StorageSkeleton />
      </>
    )
  }
  const { chart, upload, download } = data.meta.traffic
  return (
    <>
      <StorageByCategory usage={data} />
      <Charts>
        <TrafficChart direction="upload" total={upload} records={chart.upload} />
        <TrafficChart direction="download" total={download} records={chart.download} />
      </Charts>
    </>
  )
}
