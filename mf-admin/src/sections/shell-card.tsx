import { FormattedMessage } from 'react-intl'
import { DescriptionList } from '../layout/description-list.tsx'
import { Panel } from '../layout/panel.tsx'
import type { SectionsReport } from './sections-queries.ts'
import { SharedPackages } from './shared-packages.tsx'

/** The shell, which loads every section. */
export const ShellCard = ({ shell }: { readonly shell: SectionsReport['shell'] }) => (
  <Panel title={<FormattedMessage id="sections.shell" />} note={<bdi>{shell.version}</bdi>}>
    <DescriptionList
      facts={[
        ['api', <FormattedMessage key="n" id="sections.shell_api" />, <bdi key="v">{shell.api}</bdi>],
        ['server', <FormattedMessage key="n" id="sections.server" />, <bdi key="v">{shell.server}</bdi>],
      ]}
    />
    <SharedPackages packages={shell.shared} label="sections.shared_provided" />
  </Panel>
)
