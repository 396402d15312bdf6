import type { LucideIcon, LucideProps } from 'lucide-react'

export type IconType = LucideIcon
/** Pixels, or a multiple of the font size: `1.5x`. */
export type IconSize = number | `${number}x`
export type IconProps = Omit<LucideProps, 'size'> & {
  as: LucideIcon
  size?: IconSize
  /** Mirrors the icon in right-to-left pages: for arrows, chevrons, panels, log out. */
  flip?: boolean
}

/** A size as CSS takes it. Throws for what is neither a number nor a number followed by `x`. */
function lengthOf(size: IconSize): number | string {
  if (typeof size === 'number' && Number.isFinite(size)) return size
  const [, multiple] = /^(\d+(?:\.\d+)?)x$/.exec(String(size)) ?? []
  if (multiple === undefined) throw new RangeError(`The size of an icon is a number or a number with x, not ${size}.`)
  return `${multiple}em`
}

/** A Lucide icon with a 1.5 px line at every size. Hidden from screen readers. */
export const Icon = ({ as: Shape, size = 18, flip = false, style, ...rest }: IconProps) => (
  <Shape
    size={lengthOf(size)}
    strokeWidth={1.5}
    absoluteStrokeWidth={typeof size === 'number'}
    aria-hidden
    focusable={false}
    data-flip={flip || undefined}
    style={{ flex: 'none', ...style }}
    {...rest}
  />
)
