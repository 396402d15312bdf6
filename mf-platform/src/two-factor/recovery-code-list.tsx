import { startDownload } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { Button, Notice, useCopy } from '@holdall/ui'
import { Copy, Download } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { Buttons } from './code-form.tsx'
import { useLostFocus } from '../user-layout/use-lost-focus.ts'

const Codes = styled.ol`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(190px, 1fr));
  gap: 6px 16px;
  padding: 16px;
  border-radius: 14px;
  background: var(--sunken);
  box-shadow: inset 0 0 0 1px var(--line);
  font-family: var(--font-mono);
  font-size: var(--t-13);
  line-height: 22px;
  li {
    direction: ltr;
    unicode-bidi: isolate;
    white-space: nowrap;
  }
`

interface RecoveryCodeListProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** New recovery codes, which are shown once: to be copied or saved. */
export function RecoveryCodeList({ codes, onDone }: RecoveryCodeListProps) {
  const intl = useIntl()
  const { config, session } = useHost()
  const { status, copy } = useCopy()
  const text = `${codes.join('\n')}\n`
  const save = () => {
    const now = session.get()
    const email = now.state === 'signed-in' ? now.user.attributes.email : ''
    const head = intl.formatMessage({ id: 'two_factor.file_head' }, { app: config.name, email })
    const address = `data:text/plain;charset=utf-8,${encodeURIComponent(`${head}\n\n${text}`)}`
    startDownload(address, intl.formatMessage({ id: 'two_factor.file_name' }, { app: config.name }))
  }
  return (
    <>
      <Notice tone="warn" ref={useLostFocus(true)} tabIndex={-1}>
        <FormattedMessage id="two_factor.codes_text" />
      </Notice>
      <Codes aria-label={intl.formatMessage({ id: 'two_factor.codes' })}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Codes>
      {status === 'failed' ? (
        <Notice tone="danger" role="alert">
          <FormattedMessage id="two_factor.copy_failed" />
        </Notice>
      ) : null}
      <Buttons>
        <Button icon={Copy} onClick={() => void copy(text)}>
          <FormattedMessage id={status === 'copied' ? 'two_factor.copied' : 'two_factor.copy'} />
        </Button>
        <Button icon={Download} onClick={save}>
          <FormattedMessage id="two_factor.download" />
        </Button>
        <Button variant="primary" onClick={onDone}>
          <FormattedMessage id="two_factor.saved" />
        </Button>
      </Buttons>
    </>
  )
}
