import { useHost } from '@holdall/section'
import { CodeBox, IconButton, Row, Text, useCopy } from '@holdall/ui'
import { Check, Copy } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { Panel } from '../layout/panel.tsx'
import { commandsFor } from './section-commands.ts'
import type { SectionReport } from './sections-queries.ts'

const List = styled.ul`
  display: grid;
  gap: 16px;
`
const Line = styled(Row)`
  margin-block-start: 4px;
  & > :first-child {
    flex: 1;
    min-inline-size: 0;
    max-inline-size: none;
  }
`

/** Commands that change versions. They are run on the server: the admin area cannot change versions itself. */
export const CommandHints = ({ sections }: { readonly sections: readonly SectionReport[] }) => (
  <Panel title={<FormattedMessage id="sections.commands" />}>
    <List>
      {commandsFor(sections).map(({ purpose, command }) => (
        <li key={command}>
          <Text variant="secondary" tone="muted">
            <FormattedMessage id={`sections.command_${purpose}`} />
          </Text>
          <Line>
            <CodeBox as="code">{command}</CodeBox>
            <CopyButton text={command} />
          </Line>
        </li>
      ))}
    </List>
  </Panel>
)

function CopyButton({ text }: { readonly text: string }) {
  const { toasts } = useHost()
  const intl = useIntl()
  const { status, copy } = useCopy()
  const isCopied = status === 'copied'

  const onClick = async () => {
    if (!(await copy(text))) {
      toasts.show({ type: 'danger', message: intl.formatMessage({ id: 'sections.copy_failed' }) })
    }
  }
  const label = intl.formatMessage({ id: isCopied ? 'sections.copied' : 'sections.copy' }, { text })
  return <IconButton icon={isCopied ? Check : Copy} label={label} onClick={() => void onClick()} />
}
