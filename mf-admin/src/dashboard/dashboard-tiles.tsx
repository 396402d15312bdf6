import { formatBytes } from '@holdall/section'
import { StatTile } from '@holdall/ui'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { Quarters } from '../layout/admin-layout-styles.ts'
import type { Dashboard } from './dashboard-queries.ts'

/** Counts of the whole server. */
export function Tiles({ dashboard: { users, files, shares, disk } }: { readonly dashboard: Dashboard }) {
  const intl = useIntl()
  return (
    <Quarters>
      <StatTile
        label={<FormattedMessage id="dashboard.users" />}
        value={<FormattedNumber value={users.total} />}
        note={<FormattedMessage id="dashboard.users_note" values={{ admins: users.admins }} />}
      />
      <StatTile
        label={<FormattedMessage id="dashboard.storage" />}
        value={<bdi>{formatBytes(intl, disk.used)}</bdi>}
        note={
          disk.free === null ? null : (
            <FormattedMessage
              id="dashboard.storage_note"
              values={{ free: <bdi key="free">{formatBytes(intl, disk.free)}</bdi> }}
            />
          )
        }
      />
      <StatTile
        label={<FormattedMessage id="dashboard.files" />}
        value={<FormattedNumber value={files.total} />}
        note={
          <FormattedMessage id="dashboard.files_note" values={{ folders: files.folders, trashed: files.trashed }} />
        }
      />
      <StatTile
        label={<FormattedMessage id="dashboard.shares" />}
        value={<FormattedNumber value={shares.active} />}
        note={
          <FormattedMessage
            id="dashboard.shares_note"
            values={{ active: shares.active, expired: shares.total - shares.active }}
          />
        }
      />
    </Quarters>
  )
}
