import { Button, Notice, useCopy } from '@holdall/ui'
import { Check, Copy } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  input {
    flex: 1 1 240px;
    min-inline-size: 0;
    block-size: 40px;
    padding-inline: 12px;
    border: 0;
    border-radius: var(--r);
    background: var(--sunken);
    box-shadow: inset 0 0 0 1px var(--line-2);
    direction: ltr;
    font-family: var(--font-mono);
    font-size: var(--t-13);
    text-overflow: ellipsis;
  }
`
const Root = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  & > button {
    justify-self: start;
  }
`

interface CreatedTokenProps {
  readonly token: string
  readonly onDone: () => void
}

/** A new token, which is shown this once. */
export function CreatedToken({ token, onDone }: CreatedTokenProps) {
  const intl = useIntl()
  const { status, copy } = useCopy()
  return (
    <Root>
      <Notice tone="warn">
        <FormattedMessage id="user.security.token_created" />
      </Notice>
      <Line>
        <input
          readOnly
          value={token}
          aria-label={intl.formatMessage({ id: 'user.security.token_new' })}
          onFocus={({ target }) => {
            target.select()
          }}
        />
        <Button
          variant="primary"
          icon={status === 'copied' ? Check : Copy}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus has left with the form
          autoFocus
          onClick={() => void copy(token)}
        >
          <span aria-live="polite">
            <FormattedMessage
              id={status === 'copied' ? 'share.copied' : status === 'failed' ? 'share.copy_failed' : 'share.copy'}
            />
          </span>
        </Button>
      </Line>
      <Button onClick={onDone}>
        <FormattedMessage id="user.security.token_done" />
      </Button>
    </Root>
  )
}
