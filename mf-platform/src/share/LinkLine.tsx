import { useEffect, useState } from 'react'
import { Button, copyText, Icon } from '@holdall/ui'
import { Check, Copy, Link } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  block-size: 48px;
  padding-block: 4px;
  padding-inline: 14px 4px;
  border-radius: 12px;
  background: var(--sunken);
  box-shadow: inset 0 0 0 1px var(--line-2);
  & > svg {
    color: var(--icon);
  }
  input {
    flex: 1;
    min-inline-size: 0;
    border: 0;
    background: none;
    direction: ltr;
    text-overflow: ellipsis;
    &:focus-visible {
      border-radius: 6px;
    }
  }
  button {
    block-size: 40px;
  }
`
const SAID = 2000

/** The address of a link, to be copied. */
export function LinkLine({ link }: { readonly link: string }) {
  const intl = useIntl()
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')
  useEffect(() => {
    if (copied === 'no') return undefined
    const timer = setTimeout(() => {
      setCopied('no')
    }, SAID)
    return () => {
      clearTimeout(timer)
    }
  }, [copied])
  return (
    <Line>
      <Icon as={Link} />
      <input
        readOnly
        value={link.replace(/^https?:\/\//, '')}
        title={link}
        aria-label={intl.formatMessage({ id: 'share.link' })}
        onFocus={({ target }) => {
          target.select()
        }}
      />
      <Button
        variant="primary"
        icon={copied === 'yes' ? Check : Copy}
        onClick={() =>
          void copyText(link).then((done) => {
            setCopied(done ? 'yes' : 'failed')
          })
        }
      >
        <span aria-live="polite">
          <FormattedMessage
            id={copied === 'yes' ? 'share.copied' : copied === 'failed' ? 'share.copy_failed' : 'share.copy'}
          />
        </span>
      </Button>
    </Line>
  )
}
