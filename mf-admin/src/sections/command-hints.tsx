import { useHost } from '@holdall/section'
import { CodeBox, IconButton, Row, Text, copyText } from '@holdall/ui'
import { Check, Copy } from '@holdall/ui/icons'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { Panel } from '../frame/panel.tsx'
import { commandsFor } from './commands.ts'
import type { SectionReport } from './sections.queries.ts'

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

/** What to type on the server to change versions. Nothing here changes them: that is for who holds the machine. */
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

const SHOWN_MS = 2000

function CopyButton({ text }: { readonly text: string }) {
  const { toasts } = useHost()
  const intl = useIntl()
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => {
    const done = await copyText(text)
    setCopied(done)
    if (!done) toasts.show({ type: 'danger', message: intl.formatMessage({ id: 'sections.copy_failed' }) })
  }
  const label = intl.formatMessage({ id: copied ? 'sections.copied' : 'sections.copy' }, { text })
  return <IconButton icon={copied ? Check : Copy} label={label} onClick={() => void copy()} />
}
