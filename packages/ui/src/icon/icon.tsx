import type { LucideIcon, LucideProps } from 'lucide-react'

export type IconType = LucideIcon
export type IconProps = LucideProps & {
  as: LucideIcon
  /** Mirrors in right-to-left pages: arrows, chevrons, panels, log out. */
  flip?: boolean
}

/** A lucide icon with the 1.5 px line it has at every size. Hidden from screen readers: words name things. */
export const Icon = ({ as: Shape, size = 18, flip = false, style, ...rest }: IconProps) => (
  <Shape
    size={size}
    strokeWidth={1.5}
    absoluteStrokeWidth
    aria-hidden
    focusable={false}
    data-flip={flip || undefined}
    style={{ flex: 'none', ...style }}
    {...rest}
  />
)
