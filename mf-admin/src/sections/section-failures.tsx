import { CodeBox, Text } from '@holdall/ui'
import { FormattedDate, FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import { Block } from './installed-versions.tsx'
import type { SectionReport } from './sections-queries.ts'

const List = styled.ul`
  display: grid;
  gap: 12px;
  margin-block-start: 8px;
`

/** What browsers reported, newest first. */
export function SectionFailures({ failures }: { readonly failures: SectionReport['failures'] }) {
  if (failures.length === 0) return null
  return (
    <Block>
      <Text as="h3" variant="caption" tone="subtle">
        <FormattedMessage id="sections.failures" />
      </Text>
      <List>
        {failures.map(({ version, reason, address, at, count, accounts }) => (
          <li key={`${version} ${reason} ${address ?? ''} ${String(accounts === 0)}`}>
            <Text variant="secondary" as="p">
              <FormattedMessage
                id="sections.failure"
                values={{
                  version,
                  count,
                  at: <FormattedDate key="at" value={at} dateStyle="medium" timeStyle="short" />,
                }}
              />
            </Text>
            {accounts === undefined ? null : (
              <Text variant="caption" tone="subtle" as="p">
                <FormattedMessage id="sections.failure_by" values={{ accounts }} />
              </Text>
            )}
            <CodeBox style={{ marginBlockStart: 6 }}>
              {reason}
              {address ? <br /> : null}
              {address}
            </CodeBox>
          </li>
        ))}
      </List>
    </Block>
  )
}
