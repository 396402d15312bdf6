import { Badge, Text } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import type { SectionReport } from './sections-queries.ts'

export const Block = styled.div`
  margin-block-start: 16px;
  padding-block-start: 16px;
  border-block-start: 1px solid var(--line);
`
const List = styled.ul`
  display: grid;
  gap: 8px;
  margin-block-start: 8px;
`
const Version = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
  font-size: var(--t-13);
  font-variant-numeric: tabular-nums;
`

/** Every version on this server that could be used. */
export const InstalledVersions = ({ versions }: { readonly versions: SectionReport['installed'] }) => (
  <Block>
    <Text as="h3" variant="caption" tone="subtle">
      <FormattedMessage id="sections.installed" />
    </Text>
    {versions.length === 0 ? (
      <Text variant="secondary" tone="muted">
        <FormattedMessage id="sections.installed_none" />
      </Text>
    ) : (
      <List>
        {versions.map(({ version, origin, in_use, problem }) => (
          <Version key={`${origin} ${version}`}>
            <Text weight="medium" as="bdi">
              {version}
            </Text>
            <Text variant="secondary" tone="subtle">
              <FormattedMessage id={`sections.origin_${origin}`} />
            </Text>
            {in_use ? (
              <Badge hue="green">
                <FormattedMessage id="sections.in_use" />
              </Badge>
            ) : null}
            {problem ? (
              <Text variant="secondary" tone="danger">
                {problem}
              </Text>
            ) : null}
          </Version>
        ))}
      </List>
    )}
  </Block>
)
