import { css } from 'styled-components'

/** The ten hues of folders, file kinds, people and badges. */
export const hues = ['green', 'blue', 'violet', 'orange', 'pink', 'teal', 'amber', 'indigo', 'red', 'grey'] as const
export type Hue = (typeof hues)[number]

/** A hue that depends on the text only; never grey, which means "none". */
export const hueOf = (text: string): Hue => {
  let hash = 2166136261
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619)
  return hues[(hash >>> 0) % 9] ?? 'grey'
}

/** Where the hues are on the colour wheel, in degrees. */
const angles: readonly (readonly [Hue, number])[] = [
  ['red', 0],
  ['orange', 28],
  ['amber', 45],
  ['green', 150],
  ['teal', 178],
  ['blue', 208],
  ['indigo', 234],
  ['violet', 262],
  ['pink', 330],
]

/** The hue that is nearest to a colour, `#rrggbb`; undefined where it is written otherwise. */
export const hueNear = (color: string): Hue | undefined => {
  const [, ...parts] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color) ?? []
  if (parts.length < 3) return undefined
  const [red = 0, green = 0, blue = 0] = parts.map((part) => parseInt(part, 16))
  const max = Math.max(red, green, blue)
  const range = max - Math.min(red, green, blue)
  if (range < 16) return 'grey'
  const sixth =
    max === red ? (green - blue) / range : max === green ? 2 + (blue - red) / range : 4 + (red - green) / range
  const distanceTo = (angle: number) => {
    const distance = Math.abs(sixth * 60 - angle) % 360
    return Math.min(distance, 360 - distance)
  }
  return angles.reduce((best, next) => (distanceTo(next[1]) < distanceTo(best[1]) ? next : best))[0]
}

/** Sets `--c-s` (soft background), `--c-t` (text on it) and `--c-f` (fill) to one hue. */
export const hueVars = (hue: Hue) => css`
  --c-s: var(--${hue}-s);
  --c-t: var(--${hue}-t);
  --c-f: var(--${hue}-f);
`
