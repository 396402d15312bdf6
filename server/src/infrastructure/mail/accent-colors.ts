type Rgb = readonly [number, number, number]

const WHITE: Rgb = [255, 255, 255]
/** The background of the dark layout. */
const DARK: Rgb = [0x13, 0x18, 0x17]
/** WCAG 2.2, text of normal size. */
const MIN_CONTRAST = 4.6
const STEP = 0.03

const parse = (hex: string): Rgb => {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [part(1), part(3), part(5)]
}
const format = (color: Rgb) => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const luminance = (color: Rgb) => {
  const [r = 0, g = 0, b = 0] = color.map((part) => {
    const s = part / 255
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const contrast = (a: Rgb, b: Rgb) => {
  const [one, other] = [luminance(a), luminance(b)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** Mixes a color with another one until it can be read on the background. */
function readable(color: Rgb, towards: Rgb, background: Rgb): string {
  let mixed = color
  for (let share = STEP; contrast(mixed, background) < MIN_CONTRAST && share <= 1; share += STEP) {
    const mix = (at: 0 | 1 | 2) => color[at] + (towards[at] - color[at]) * share
    mixed = [mix(0), mix(1), mix(2)]
  }
  return format(mixed)
}

/** An accent as mails use it: readable with white, and on the dark background. */
export function accentColors(hex: string): { readonly solid: string; readonly onDark: string } {
  const color = parse(hex)
  return { solid: readable(color, [0, 0, 0], WHITE), onDark: readable(color, WHITE, DARK) }
}
