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

/** Sets `--c-s` (soft background), `--c-t` (text on it) and `--c-f` (fill) to one hue. */
export const hueVars = (hue: Hue) => css`
  --c-s: var(--${hue}-s);
  --c-t: var(--${hue}-t);
  --c-f: var(--${hue}-f);
`
