import type { ReactElement, ReactNode } from 'react'
import { Tooltip as Base } from '@base-ui/react/tooltip'
import styled from 'styled-components'
import { tooltipStyles } from '../display/tooltip-styles.ts'

const Positioner = styled(Base.Positioner)`
  z-index: var(--z-tip);
`
const Bubble = styled(Base.Popup)`
  max-inline-size: min(280px, calc(100vw - 16px));
  ${tooltipStyles}
  letter-spacing: 0;
  transition: opacity var(--m-fast) var(--ease);
  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
  }
`

export type TooltipProps = {
  text: ReactNode
  side?: 'top' | 'bottom' | 'inline-start' | 'inline-end'
  /** One element that accepts a ref: a button, a link. Its `title` is removed. */
  children: ReactElement<Record<string, unknown>>
}

/** A text shown while its control is hovered or focused. It is not the accessible name of the control. */
export const Tooltip = ({ text, side = 'bottom', children }: TooltipProps) => (
  <Base.Root>
    <Base.Trigger render={children} title={undefined} />
    <Base.Portal>
      <Positioner side={side} sideOffset={6} collisionPadding={8}>
        <Bubble>{text}</Bubble>
      </Positioner>
    </Base.Portal>
  </Base.Root>
)
