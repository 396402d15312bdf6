import { FormattedDate, FormattedMessage } from 'react-intl'
import { DescriptionList } from '../layout/description-list.tsx'
import { Panel } from '../layout/panel.tsx'
import type { Dashboard } from './dashboard-queries.ts'

/** Versions of the server and what it runs on. */
export const Versions = ({ app }: { readonly app: Dashboard['app'] }) => (
  <Panel title={<FormattedMessage id="dashboard.versions" />}>
    <DescriptionList
      facts={[
        ['version', 'Holdall', <bdi key="v">{app.version}</bdi>],
        ['node', 'Node.js', <bdi key="v">{app.node}</bdi>],
        ['database', <FormattedMessage key="n" id="dashboard.database" />, <bdi key="v">{app.database}</bdi>],
        ['storage', <FormattedMessage key="n" id="dashboard.file_storage" />, <bdi key="v">{app.storage}</bdi>],
        [
          'started',
          <FormattedMessage key="n" id="dashboard.started" />,
          <FormattedDate key="v" value={app.started_at} dateStyle="medium" timeStyle="short" />,
        ],
      ]}
    />
  </Panel>
)
