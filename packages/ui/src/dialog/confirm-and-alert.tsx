import type { ReactNode } from 'react'
import { TriangleAlert } from 'lucide-react'
import styled from 'styled-components'
import { Button } from '../button/button.tsx'
import { KindTile } from '../file/kind-tile.tsx'
import type { IconType } from '../icon/icon.tsx'
import type { Hue } from '../theme/hue.ts'

const Root = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: center;
  gap: 8px;
  padding: 36px 36px 28px;
  text-align: center;
  h2 {
    margin-block-start: 14px;
    font-size: var(--t-20);
    line-height: 28px;
    font-weight: var(--w-semi);
    letter-spacing: -0.018em;
    text-wrap: balance;
    overflow-wrap: anywhere;
  }
  p {
    max-inline-size: 38ch;
    color: var(--text-2);
    line-height: 22px;
    text-wrap: pretty;
  }
  @media (max-width: 640px) {
    padding: 28px 20px calc(20px + env(safe-area-inset-bottom));
  }
`
const Actions = styled.div`
  display: flex;
  gap: 8px;
  inline-size: 100%;
  margin-block-start: 20px;
  & > * {
    flex: 1;
    min-inline-size: 0;
    white-space: normal;
  }
`

type MessageProps = {
  /** Id of the title's element; pass the same as `labelledBy` to the Dialog. */
  titleId: string
  title: ReactNode
  text?: ReactNode
  icon?: IconType
  hue?: Hue
}

const Message = ({ titleId, title, text, icon = TriangleAlert, hue = 'amber' }: MessageProps) => (
  <>
    <KindTile round size={56} iconSize={24} hue={hue} icon={icon} />
    <h2 id={titleId}>{title}</h2>
    {text ? <p>{text}</p> : null}
  </>
)

export type ConfirmBodyProps = MessageProps & {
  /** Label of the confirming button, a verb and its object: "Dissolve team". */
  confirm: string
  /** Label of the other button: "Keep the team". */
  cancel: string
  danger?: boolean
  busy?: boolean
  /** Between text and buttons: an error, or a further choice. */
  children?: ReactNode
  onConfirm: () => void
  onCancel: () => void
}

/** Content of a confirmation: a question and two buttons, the safe one first. */
export const ConfirmBody = (props: ConfirmBodyProps) => {
  const { confirm, cancel, danger = false, busy = false, children, onConfirm, onCancel, ...message } = props
  return (
    <Root>
      <Message hue={danger ? 'red' : 'amber'} {...message} />
      {children}
      <Actions>
        <Button onClick={onCancel} disabled={busy}>
          {cancel}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </Actions>
    </Root>
  )
}

export type AlertBodyProps = MessageProps & { action: string; onClose: () => void }

/** Content of an alert: a message and one button. */
export const AlertBody = ({ action, onClose, ...message }: AlertBodyProps) => (
  <Root>
    <Message {...message} />
    <Actions>
      <Button variant="primary" onClick={onClose}>
        {action}
      </Button>
    </Actions>
  </Root>
)
