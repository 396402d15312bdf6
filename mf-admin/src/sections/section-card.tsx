import { Badge, Notice, Row } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import { Facts } from '../frame/facts.tsx'
import { Panel } from '../frame/panel.tsx'
import { Failures } from './failures.tsx'
import { HereState } from './here-state.tsx'
import { InstalledVersions } from './installed-versions.tsx'
import { type Composed, type SectionReport, type SectionsReport, versionOf } from './sections.queries.ts'
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
          <HereState id={composed.id} />
        </Row>
      }
    >
      <Trouble composed={composed} />
      {composed.state === 'ok' ? <Requires section={composed.section} shell={shell} /> : null}
      <InstalledVersions versions={installed} />
      <Failures failures={failures} />
    </Panel>
  )
}

/** Why the chosen version is not served, and what stands in for it. */
function Trouble({ composed }: { readonly composed: Composed }) {
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
      <Facts
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
