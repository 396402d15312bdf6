import { contrast, fromHex, toHex, type Oklch } from './color.ts'

/** Lightness of each step, and its chroma as a fraction of the accent's. */
const steps = {
  50: [0.968, 0.16],
  100: [0.94, 0.32],
  200: [0.885, 0.54],
  300: [0.82, 0.76],
  400: [0.755, 0.95],
  600: [0.535, 0.76],
  650: [0.5, 0.71],
  700: [0.455, 0.64],
  800: [0.37, 0.53],
  900: [0.29, 0.38],
  950: [0.22, 0.26],
} as const

export type AccentStep = keyof typeof steps | 500
export type AccentRamp = Record<AccentStep, string>

const surface = { light: '#FFFFFF', dark: '#131817' }

/** Changes the lightness of `colour` in small steps until it has the contrast `ratio` with the background. */
const until = (colour: Oklch, background: string, ratio: number, by: 1 | -1) => {
  let { l } = colour
  while ((by > 0 ? l < 1 : l > 0) && contrast(toHex({ ...colour, l }), background) < ratio) l += by * 0.005
  return { ...colour, l: Math.min(1, Math.max(0, l)) }
}

/**
 * Twelve steps of one hue from `#rrggbb` or `#rgb`. 500 is the colour itself; white on 600, and 650 on 50, have a
 * contrast of at least 4.6:1. Throws a RangeError when `hex` is not a hex colour.
 */
export const accentRamp = (hex: string): AccentRamp => {
  const own = fromHex(hex)
  const at = (step: keyof typeof steps, max = 1): Oklch => ({
    l: Math.min(steps[step][0], max),
    c: own.c * steps[step][1],
    h: own.h,
  })
  const soft = toHex(at(50))
  const six = until(at(600), surface.light, 4.6, -1)
  const sixHalf = until(at(650, six.l - 0.03), soft, 4.6, -1)
  return {
    50: soft,
    100: toHex(at(100)),
    200: toHex(at(200)),
    300: toHex(at(300)),
    400: toHex(at(400)),
    500: hex.length === 4 ? toHex(own) : hex.toUpperCase(),
    600: toHex(six),
    650: toHex(sixHalf),
    700: toHex(at(700, sixHalf.l - 0.03)),
    800: toHex(at(800)),
    900: toHex(at(900)),
    950: toHex(at(950)),
  }
}

/** The custom properties of an accent: its ramp, and what the themes derive from it. Throws like `accentRamp`. */
export const accentProperties = (hex: string): Record<string, string> => {
  const ramp = accentRamp(hex)
  const own = fromHex(hex)
  const tint = (l: number, c: number) => toHex({ l, c: own.c * c, h: own.h })
  const seen = until(own, surface.dark, 3, 1)
  const on = contrast('#FFFFFF', toHex(seen)) >= contrast(ramp[950], toHex(seen)) ? '#FFFFFF' : ramp[950]
  // The background is changed until its label is readable, and further when hovered and pressed.
  const away = on === '#FFFFFF' ? -1 : 1
  const solid = until(seen, on, 4.6, away)
  const shifted = (by: number) => toHex({ ...solid, l: Math.min(0.98, Math.max(0.3, solid.l + by)) })
  return {
    ...Object.fromEntries(Object.entries(ramp).map(([step, value]) => [`--a-${step}`, value])),
    '--a-fill': toHex(until({ ...own, c: own.c * 0.92 }, surface.light, 3.05, -1)),
    '--a-selected': tint(0.969, 0.12),
    '--a-selected-hover': tint(0.951, 0.18),
    '--a-dark-solid': toHex(solid),
    '--a-dark-hover': shifted(away * 0.04),
    '--a-dark-press': shifted(away * 0.02),
    '--a-dark-on': on,
    '--a-dark-soft': tint(0.258, 0.27),
    '--a-dark-soft-2': tint(0.297, 0.33),
    '--a-dark-line': tint(0.387, 0.46),
    '--a-dark-selected': tint(0.257, 0.235),
    '--a-dark-selected-hover': tint(0.289, 0.277),
  }
}

/**
 * Applies the operator's accent (`#rrggbb`) to the page. Without a call the page has Holdall's. Throws like
 * `accentRamp`.
 */
export const applyAccent = (hex: string) => {
  const { style } = document.documentElement
  for (const [name, value] of Object.entries(accentProperties(hex))) style.setProperty(name, value)
}
