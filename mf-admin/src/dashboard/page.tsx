import { AdminFrame } from '../frame/admin-frame.tsx'
import { Columns } from '../frame/frame-parts.ts'
import { LoadFailed } from '../frame/load-failed.tsx'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { useDashboard } from './dashboard.queries.ts'
import { NewUsers } from './new-users.tsx'
import { Tiles } from './tiles.tsx'
import { TrafficChart } from './traffic-chart.tsx'
import { Versions } from './versions.tsx'

/** How this Holdall is doing. */
export function DashboardPage() {
  return (
    <AdminFrame title="dashboard.title">
      <Dashboard />
    </AdminFrame>
  )
}

function Dashboard() {
  const { data, error, isFetching, refetch } = useDashboard()
  if (!data)
    return error ? (
      <LoadFailed error={error} retrying={isFetching} retry={() => void refetch()} />
    ) : (
      <DashboardSkeleton />
    )
  return (
    <>
      <Tiles dashboard={data} />
      <Columns $least={420}>
        <TrafficChart direction="upload" traffic={data.disk.upload} />
        <TrafficChart direction="download" traffic={data.disk.download} />
      </Columns>
      <Columns $least={420}>
        <NewUsers />
        <Versions app={data.app} />
      </Columns>
    </>
  )
}
