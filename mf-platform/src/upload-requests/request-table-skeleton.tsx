import { Skeleton, TableSimple } from '@holdall/ui'
import { RequestCard, What } from './request-table.tsx'

/** The table of requests while it is loading. */
export const RequestTableSkeleton = () => (
  <RequestCard inert>
    <TableSimple label="">
      <tbody>
        {[150, 210, 120].map((width) => (
          <tr key={width}>
            <th scope="row">
              <What>
                <Skeleton width={36} height={36} />
                <span>
                  <Skeleton width={width} height={12} />
                  <Skeleton width={width + 30} height={10} style={{ marginBlockStart: 8 }} />
                </span>
              </What>
            </th>
            <td data-wide>
              <Skeleton width={92} height={22} />
            </td>
            <td data-wide data-end>
              <Skeleton width={16} height={12} />
            </td>
            <td data-wide>
              <Skeleton width={120} height={12} />
            </td>
            <td data-end>
              <Skeleton width={36} height={20} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableSimple>
  </RequestCard>
)
