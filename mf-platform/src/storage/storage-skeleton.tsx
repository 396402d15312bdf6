import { Skeleton } from '@holdall/ui'
import { Charts, Panel, Rows } from './storage-styles.ts'

/** Has the measures of the page. */
export const StorageSkeleton = () => (
  <div aria-hidden>
    <Panel>
      <Skeleton width={200} height={36} style={{ marginBlockEnd: 16 }} />
      <Skeleton height={10} />
      <Rows>
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <li key={row}>
            <Skeleton width={110} />
          </li>
        ))}
      </Rows>
    </Panel>
    <Charts>
      {[0, 1].map((chart) => (
        <Panel key={chart}>
          <Skeleton width={80} height={20} style={{ marginBlockEnd: 16 }} />
          <Skeleton height={160} />
        </Panel>
      ))}
    </Charts>
  </div>
)
