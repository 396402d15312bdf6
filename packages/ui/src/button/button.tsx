import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styled from 'styled-components'
import { Spinner } from '../display/spinner.tsx'
import { Icon, type IconType } from '../icon/icon.tsx'
import { buttonStyles, type ButtonLook } from './button-styles.ts'

const Root = styled.button<{ $look: ButtonLook }>`
  ${({ $look }) => buttonStyles($look)}
`
const Words = styled.span`
  display: inline-flex;
  align-items: center;
  gap: inherit;
  min-inline-size: 0;
  &[data-hidden] {
    opacity: 0;
  }
`
const Centre = styled.span`
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
`

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    icon?: IconType
    /** Mirrors `icon` in right-to-left pages. */
    flip?: boolean
    /** Icon after the label: a chevron of a menu button, an arrow. Mirrored in right-to-left pages. */
    iconEnd?: IconType
    /** Shows a spinner. Keeps name, width and focus, and ignores clicks. */
    busy?: boolean
    /** Why it cannot be used now: shown as a tooltip. The button can still be focused. */
    disabledReason?: string | undefined
  }

const blockEvent = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

const iconSize = { s: 16, m: 18, l: 18 }

/** A button. `type` is `button` by default. */
export const Button = (props: ButtonProps) => {
  const { variant, size = 'm', block, icon, flip, iconEnd, busy = false, disabledReason, children, ...rest } = props
  const isBlocked = busy || disabledReason !== undefined
  return (
    <Root
      type="button"
      {...rest}
      $look={{ size, ...(variant && { variant }), ...(block && { block }) }}
      {...(isBlocked && { 'aria-disabled': true, onClick: blockEvent })}
      {...(busy && { 'aria-busy': true })}
      {...(disabledReason && { title: disabledReason })}
    >
      {leading(icon, busy, iconSize[size], flip)}
      <Words data-hidden={(busy && !icon) || undefined}>{children}</Words>
      {iconEnd ? <Icon as={iconEnd} size={16} flip /> : null}
    </Root>
  )
}

const leading = (icon: IconType | undefined, busy: boolean, size: number, flip = false): ReactNode => {
  if (busy && icon) return <Spinner size={size} style={{ color: 'inherit' }} />
  if (busy) {
    return (
      <Centre>
        <Spinner style={{ color: 'inherit' }} />
      </Centre>
    )
  }
  return icon ? <Icon as={icon} size={size} flip={flip} /> : null
}
