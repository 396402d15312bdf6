import type { ComponentProps } from 'react'
import styled, { keyframes } from 'styled-components'
import { VisuallyHidden } from '../layout/hidden.tsx'

const turn = keyframes`to { transform: rotate(1turn); }`

const Ring = styled.span`
  display: inline-block;
  inline-size: var(--spinner);
  block-size: var(--spinner);
  flex: none;
  border-radius: 50%;
  border: 2px solid color-mix(in srgb, currentColor, transparent 75%);
  border-block-start-color: currentColor;
  animation: ${turn} 0.8s linear infinite;
  @media (prefers-reduced-motion: reduce) {
    animation-duration: 2s;
  }
`

type SpinnerProps = ComponentProps<'span'> & {
  /** Pixels. */
  size?: number
  /** Text for screen readers. Leave it out where text beside the spinner says the same. */
  label?: string
}

/** Progress without a known value. */
export const Spinner = ({ size = 16, label, style, ...rest }: SpinnerProps) => (
  <>
    <Ring
      aria-hidden
      {...rest}
      style={{ color: 'var(--accent-fill)', ...style, ['--spinner' as string]: `${size}px` }}
    />
    {label ? <VisuallyHidden as="output">{label}</VisuallyHidden> : null}
  </>
)
