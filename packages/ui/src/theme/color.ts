/** A colour in OKLCH: lightness 0 to 1, chroma, hue in degrees. */
export type Oklch = { l: number; c: number; h: number }
type Rgb = [number, number, number]

const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const toGamma = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)

/** Linear sRGB, each 0 to 1, of `#rgb` or `#rrggbb`. Throws a RangeError on anything else. */
const parse = (hex: string): Rgb => {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(hex)
  const full = short
    ? `#${short
        .slice(1)
        .map((d) => d + d)
        .join('')}`
    : hex
  if (!/^#[\da-f]{6}$/i.test(full)) throw new RangeError(`Not a hex colour: ${hex}`)
  const at = (i: number) => toLinear(Number.parseInt(full.slice(i, i + 2), 16) / 255)
  return [at(1), at(3), at(5)]
}

/** OKLCH of `#rgb` or `#rrggbb`. Throws a RangeError on anything else. */
export const fromHex = (hex: string): Oklch => {
  const [r, g, b] = parse(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: (Math.atan2(bb, a) * 180) / Math.PI,
  }
}

const toRgb = ({ l, c, h }: Oklch): Rgb => {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ]
}

const fits = (rgb: Rgb) => rgb.every((v) => v > -0.0005 && v < 1.0005)

/** `#RRGGBB` of a colour. Where it is outside of sRGB its chroma is reduced; lightness and hue stay. */
export const toHex = (colour: Oklch) => {
  let c = colour.c
  while (c > 0 && !fits(toRgb({ ...colour, c }))) c = Math.max(0, c - 0.002)
  const byte = (v: number) => Math.round(toGamma(Math.min(1, Math.max(0, v))) * 255)
  const digits = toRgb({ ...colour, c }).map((v) => byte(v).toString(16).padStart(2, '0'))
  return `#${digits.join('')}`.toUpperCase()
}

const luminance = (hex: string) => {
  const [r, g, b] = parse(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG contrast of two hex colours, 1 to 21. */
export const contrast = (one: string, other: string) => {
  const [x, y] = [luminance(one), luminance(other)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}
