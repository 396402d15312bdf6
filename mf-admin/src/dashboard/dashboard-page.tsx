import { AdminLayout } from '../layout/admin-layout.tsx'
import { Columns } from '../layout/admin-layout-styles.ts'
import { LoadFailed } from '../layout/load-failed.tsx'
import { LoadingText } from '../layout/loading-text.tsx'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { useDashboard } from './dashboard-queries.ts'
import { NewUsers } from './new-users.tsx'
import { Tiles } from './dashboard-tiles.tsx'
import { TrafficChart } from './traffic-chart.tsx'
import { Versions } from './server-versions.tsx'
import { WebsocketTest } from './websocket-test.tsx'

/** Counts, traffic, the newest users and versions. */
export function DashboardPage() {
  return (
    <AdminLayout title="dashboard.title">
      <Dashboard />
    </AdminLayout>
  )
}

function Dashboard() {
  const { data, error, isFetching, refetch } = useDashboard()
  if (!data) {
    if (error) return <LoadFailed error={error} retrying={isFetching} retry={() => void refetch()} />
    return (
      <>
        <LoadingText />
        <DashboardSkeleton />
      </>
    )
  }
  return (
    <>
      <Tiles dashboard={data} />
      <Columns $minWidth={420}>
        <TrafficChart direction="upload" traffic={data.disk.upload} />
        <TrafficChart direction="download" traffic={data.disk.download} />
      </Columns>
      <Columns $minWidth={420}>
        <NewUsers />
        <Versions app={data.app} />
      </Columns>
      <Columns $minWidth={420}>
        <WebsocketTest />
      </Columns>
    </>
  )
}
