import { FormattedMessage } from 'react-intl'
import { Facts } from '../frame/facts.tsx'
import { Panel } from '../frame/panel.tsx'
import type { SectionsReport } from './sections.queries.ts'
import { SharedPackages } from './shared-packages.tsx'

/** What every section is loaded into. */
export const ShellCard = ({ shell }: { readonly shell: SectionsReport['shell'] }) => (
  <Panel title={<FormattedMessage id="sections.shell" />} note={<bdi>{shell.version}</bdi>}>
    <Facts
      facts={[
        ['api', <FormattedMessage key="n" id="sections.shell_api" />, <bdi key="v">{shell.api}</bdi>],
        ['server', <FormattedMessage key="n" id="sections.server" />, <bdi key="v">{shell.server}</bdi>],
      ]}
    />
    <SharedPackages packages={shell.shared} label="sections.shared_provided" />
  </Panel>
)
