import { Badge, Notice, Row } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import { DescriptionList } from '../layout/description-list.tsx'
import { Panel } from '../layout/panel.tsx'
import { SectionFailures } from './section-failures.tsx'
import { SectionLoadStatus } from './section-load-status.tsx'
import { InstalledVersions } from './installed-versions.tsx'
import { type Composed, type SectionReport, type SectionsReport, versionOf } from './sections-queries.ts'
import { SharedPackages } from './shared-packages.tsx'

interface Props {
  readonly report: SectionReport
  readonly shell: SectionsReport['shell']
}

export function SectionCard({ report: { composed, origin, installed, failures }, shell }: Props) {
  const version = versionOf(composed)
  return (
    <Panel
      title={<FormattedMessage id={`sections.name_${composed.id}`} defaultMessage={composed.id} />}
      note={
        <Row wrap>
          {version ? <bdi>{version}</bdi> : null}
          <Badge hue={origin === 'installed' ? 'blue' : 'grey'}>
            <FormattedMessage id={`sections.origin_${origin}`} />
          </Badge>
          <SectionLoadStatus id={composed.id} />
        </Row>
      }
    >
      <LoadProblem composed={composed} />
      {composed.state === 'ok' ? <Requires section={composed.section} shell={shell} /> : null}
      <InstalledVersions versions={installed} />
      <SectionFailures failures={failures} />
    </Panel>
  )
}

/** Shows why the chosen version is not served, and what is served instead. */
function LoadProblem({ composed }: { readonly composed: Composed }) {
  if (composed.state === 'ok') return null
  if (composed.state === 'disabled')
    return (
      <Notice tone="info">
        <FormattedMessage id="sections.disabled" />
      </Notice>
    )
  return (
    <Notice tone="danger">
      {composed.state === 'incompatible' ? (
        <FormattedMessage id="sections.incompatible" values={{ needs: composed.needs, has: composed.has }} />
      ) : (
        <FormattedMessage id="sections.broken" values={{ reason: composed.reason }} />
      )}{' '}
      {composed.fallback ? (
        <FormattedMessage id="sections.fallback" values={{ version: composed.fallback.version }} />
      ) : (
        <FormattedMessage id="sections.no_fallback" />
      )}
    </Notice>
  )
}

interface RequiresProps {
  readonly section: Extract<Composed, { state: 'ok' }>['section']
  readonly shell: SectionsReport['shell']
}

function Requires({ section: { requires }, shell }: RequiresProps) {
  return (
    <>
      <DescriptionList
        facts={[
          [
            'api',
            <FormattedMessage key="n" id="sections.requires_api" />,
            <FormattedMessage key="v" id="sections.range" values={{ needs: requires.shellApi, has: shell.api }} />,
          ],
          ...(requires.server
            ? [
                [
                  'server',
                  <FormattedMessage key="n" id="sections.requires_server" />,
                  <FormattedMessage
                    key="v"
                    id="sections.range"
                    values={{ needs: requires.server, has: shell.server }}
                  />,
                ] as const,
              ]
            : []),
        ]}
      />
      <SharedPackages packages={requires.shared} label="sections.shared_required" />
    </>
  )
}
