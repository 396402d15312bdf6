import type { ComponentProps } from 'react'
import styled from 'styled-components'
import { hueVars, type Hue } from '../theme/hue.ts'

const Root = styled.span<{ $hue: Hue; $size: number | undefined }>`
  ${({ $hue }) => hueVars($hue)}
  --folder: ${({ $size }) => ($size ? `${$size}px` : 'var(--row-thumb)')};
  position: relative;
  display: inline-grid;
  flex: none;
  inline-size: var(--folder);
  block-size: var(--folder);
  svg {
    inline-size: 100%;
    block-size: 100%;
    overflow: visible;
  }
`
const Front = styled.span`
  position: absolute;
  inset-inline-start: 25%;
  inset-block-start: 34%;
  display: grid;
  place-items: center;
  inline-size: 50%;
  block-size: 50%;
  font-family: var(--emoji-font);
  font-size: calc(var(--folder) * 0.42);
  line-height: 1;
  letter-spacing: 0;
  filter: drop-shadow(0 1px 1px rgb(0 0 0 / 0.18));
`

export type FolderIconProps = Omit<ComponentProps<'span'>, 'children'> & {
  hue?: Hue
  /** An emoji on the folder, in the emoji style of the page. */
  emoji?: string | null
  /** Pixels; default: `--row-thumb`, the size in rows. */
  size?: number
}

/** The icon of a folder, in one of ten hues. */
export const FolderIcon = ({ hue = 'green', emoji, size, ...rest }: FolderIconProps) => (
  <Root aria-hidden {...rest} $hue={hue} $size={size}>
    <svg viewBox="0 0 36 36">
      <path
        d="M3 9.5A3.5 3.5 0 0 1 6.5 6h6.1c1 0 1.95.4 2.6 1.15L17 9.2h12.5A3.5 3.5 0 0 1 33 12.7V26H3z"
        style={{ fill: 'color-mix(in oklab, var(--c-f), #001a10 16%)' }}
      />
      <path
        d="M3 15.5A3.5 3.5 0 0 1 6.5 12h23a3.5 3.5 0 0 1 3.5 3.5v11a3.5 3.5 0 0 1-3.5 3.5h-23A3.5 3.5 0 0 1 3 26.5z"
        fill="var(--c-f)"
      />
      <path
        d="M6.5 12h23a3.5 3.5 0 0 1 3.5 3.5v.9a3.5 3.5 0 0 0-3.5-3.5h-23A3.5 3.5 0 0 0 3 16.4v-.9A3.5 3.5 0 0 1 6.5 12z"
        fill="#fff"
        opacity=".22"
      />
    </svg>
    {emoji ? <Front>{emoji}</Front> : null}
  </Root>
)
