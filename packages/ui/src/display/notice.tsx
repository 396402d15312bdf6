import type { ComponentProps, ReactNode } from 'react'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import styled from 'styled-components'
import { Icon, type IconType } from '../icon/icon.tsx'

export type Tone = 'info' | 'warn' | 'danger' | 'ok'

/** The icon of each tone, for notices and toasts. */
export const toneIcons: Record<Tone, IconType> = {
  info: Info,
  warn: TriangleAlert,
  danger: CircleAlert,
  ok: CircleCheck,
}

const Root = styled.div<{ $tone: Tone }>`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 8px 12px;
  padding: 12px 16px;
  border-radius: var(--r);
  background: var(--${({ $tone }) => $tone}-soft);
  box-shadow: inset 0 0 0 1px var(--${({ $tone }) => $tone}-line);
  color: var(--text);
  font-size: var(--t-13);
  line-height: 20px;
  text-align: start;
  & > svg {
    color: var(--${({ $tone }) => $tone}-text);
    margin-block-start: 1px;
  }
  & > :nth-child(3) {
    align-self: center;
  }
`
const Body = styled.div`
  flex: 1;
  /* Below this, an action is on a line of its own; the icon is always beside the text. */
  min-inline-size: min(200px, 100% - 30px);
  overflow-wrap: anywhere;
`

export type NoticeProps = ComponentProps<'div'> & {
  tone?: Tone
  icon?: IconType
  /** At the end of the line: a small button or a link. */
  action?: ReactNode
}

/** A message within a page. Set `role="alert"` when it is added to a page that is shown already. */
export const Notice = ({ tone = 'info', icon, action, children, ...rest }: NoticeProps) => (
  <Root {...rest} $tone={tone}>
    <Icon as={icon ?? toneIcons[tone]} />
    <Body>{children}</Body>
    {action}
  </Root>
)
