import { Button, Icon, useCopy } from '@holdall/ui'
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

/** The address of a link, to be copied. That of a new link takes the focus, to its button. */
export function ShareLinkAddress({ link, isNew }: { readonly link: string; readonly isNew: boolean }) {
  const intl = useIntl()
  const { status, copy } = useCopy()
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
        icon={status === 'copied' ? Check : Copy}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus has left with the form
        autoFocus={isNew}
        onClick={() => void copy(link)}
      >
        <span aria-live="polite">
          <FormattedMessage
            id={status === 'copied' ? 'share.copied' : status === 'failed' ? 'share.copy_failed' : 'share.copy'}
          />
        </span>
      </Button>
    </Line>
  )
}
