import type { ComponentProps } from 'react'
import styled, { keyframes } from 'styled-components'

const sweep = keyframes`from { transform: translateX(-100%); } to { transform: translateX(100%); }`

const fadeIn = keyframes`from { opacity: 0; }`

const Root = styled.span`
  /* Right to left, browsers count the sweep as a shift of the layout. */
  direction: ltr;
  position: relative;
  display: block;
  overflow: hidden;
  border-radius: 6px;
  background: var(--press);
  /* Not shown when loading takes less than 200 ms. */
  animation: ${fadeIn} var(--m) 200ms backwards;
  &::after {
    content: '';
    position: absolute;
    inset: 0;
    background: linear-gradient(90deg, transparent, var(--hover), transparent);
    animation: ${sweep} 1.4s infinite;
  }
  @media (prefers-reduced-motion: reduce) {
    &::after {
      animation: none;
    }
  }
`

export type SkeletonProps = Omit<ComponentProps<'span'>, 'children'> & {
  width?: number | string
  height?: number | string
  round?: boolean
}

/** A placeholder for content that is loading, with its size. */
export const Skeleton = ({ width = '100%', height = 12, round = false, style, ...rest }: SkeletonProps) => (
  <Root
    aria-hidden
    {...rest}
    style={{ inlineSize: width, blockSize: height, ...(round && { borderRadius: 999 }), ...style }}
  />
)
