import type { ComponentProps, ReactNode } from 'react'
import styled from 'styled-components'
import { Icon, type IconType } from '../icon/icon.tsx'
import { hueVars, type Hue } from '../theme/hue.ts'

const Root = styled.span<{ $hue: Hue; $size: number | undefined; $round: boolean }>`
  ${({ $hue }) => hueVars($hue)}
  --tile: ${({ $size }) => ($size ? `${$size}px` : 'var(--row-thumb)')};
  position: relative;
  display: inline-grid;
  flex: none;
  place-items: center;
  inline-size: var(--tile);
  block-size: var(--tile);
  overflow: hidden;
  border-radius: ${({ $round, $size = 34 }) => ($round ? '50%' : $size >= 40 ? 'var(--r)' : '8px')};
  background: var(--c-s);
  color: var(--c-t);
  &:has(img)::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: inherit;
    box-shadow: inset 0 0 0 1px rgb(0 0 0 / 0.08);
  }
  [data-theme='dark'] & img {
    filter: brightness(0.94);
  }
`

export type KindTileProps = Omit<ComponentProps<'span'>, 'children'> & {
  hue: Hue
  icon: IconType
  /** What covers the icon once it is loaded: an `img` that fills the tile. */
  image?: ReactNode
  /** Pixels; default: `--row-thumb`, the size in rows. */
  size?: number
  iconSize?: number
  round?: boolean
  /** Mirrors the icon in right-to-left pages. */
  flip?: boolean | undefined
}

/** An icon on the soft background of a hue, for kinds of files. */
export const KindTile = ({
  hue,
  icon,
  image,
  size,
  iconSize = 18,
  round = false,
  flip = false,
  ...rest
}: KindTileProps) => (
  <Root aria-hidden {...rest} $hue={hue} $size={size} $round={round}>
    <Icon as={icon} size={iconSize} flip={flip} />
    {image}
  </Root>
)
