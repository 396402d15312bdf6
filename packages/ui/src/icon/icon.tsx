import type { LucideIcon, LucideProps } from 'lucide-react'

export type IconType = LucideIcon
export type IconProps = LucideProps & {
  as: LucideIcon
  /** Mirrors the icon in right-to-left pages: for arrows, chevrons, panels, log out. */
  flip?: boolean
}

/** A Lucide icon with a 1.5 px line at every size; `size` in pixels. Hidden from screen readers. */
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
