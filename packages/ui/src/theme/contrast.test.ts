import { accentProperties } from './accent.ts'
import { contrast } from './color.ts'
import { ramps } from './color-ramps.ts'
import { dark } from './dark-theme.ts'
import { hues } from './hue.ts'
import { light } from './light-theme.ts'

/** Custom properties by their names. */
type Tokens = Readonly<Record<string, string>>
const tokensOf = (css: string): Tokens =>
  Object.fromEntries(Array.from(css.matchAll(/--([\w-]+):\s*([^;]+);/g), ([, name = '', value = '']) => [name, value]))

const themes = { light: tokensOf(ramps + light), dark: tokensOf(ramps + light + dark) }
const accents = ['#FFD400', '#E4002B', '#127EEE', '#000000', '#FFFFFF']
/** The themes with Holdall’s accent, and with those of operators. */
const variants: readonly (readonly [string, Tokens])[] = Object.entries(themes).flatMap(([theme, tokens]) => [
  [theme, tokens] as const,
  ...accents.map((accent) => {
    const own = Object.entries(accentProperties(accent)).map(([name, value]) => [name.slice(2), value])
    return [`${theme}, accent ${accent}`, { ...tokens, ...Object.fromEntries(own) }] as const
  }),
])

function resolve(tokens: Tokens, value: string): string {
  const [, name = '', fallback = ''] = /^var\(--([\w-]+)(?:,\s*(.+))?\)$/.exec(value) ?? []
  return name === '' ? value : resolve(tokens, tokens[name] ?? fallback)
}

/** `#rrggbb` of a token, or of a translucent one over another: `hover/surface`. */
function color(tokens: Tokens, name: string): string {
  const [top = '', below] = name.split('/')
  const value = resolve(tokens, `var(--${top})`)
  if (below === undefined) return value
  const [red = 0, green = 0, blue = 0, alpha = 0] = (value.match(/[\d.]+/g) ?? []).map(Number)
  const parts = color(tokens, below)
    .slice(1)
    .match(/../g)
    ?.map((part) => Number.parseInt(part, 16))
  const mixed = [red, green, blue].map((part, at) => Math.round(part * alpha + (parts?.[at] ?? 0) * (1 - alpha)))
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

const plain = ['canvas', 'surface', 'raised', 'sunken', 'field', 'popup']
const soft = ['accent-soft', 'accent-soft-2', 'danger-soft', 'warn-soft', 'info-soft', 'ok-soft']
const states = (state: string) => ['surface', 'canvas', 'raised', 'popup'].map((under) => `${state}/${under}`)
const segments = ['segments/surface', 'segments/raised']
const backgrounds = [...plain, ...soft, ...states('hover'), ...segments, 'selected', 'selected-hover']
/** Of buttons, whose labels have the color of texts. */
const pressed = states('press')

/** Texts, with the backgrounds that they are shown on. Texts of disabled controls are exempt in WCAG. */
const texts: Readonly<Record<string, readonly string[]>> = {
  text: [...backgrounds, ...pressed, 'segment'],
  'text-2': [...backgrounds, 'segment'],
  'text-3': backgrounds,
  'accent-text': backgrounds,
  'danger-text': backgrounds,
  'warn-text': backgrounds,
  'info-text': backgrounds,
  'ok-text': [...plain, ...soft],
  'on-accent': ['accent-solid', 'accent-solid-hover', 'accent-solid-press'],
  'on-danger': ['danger', 'danger-hover'],
  'on-inverse': ['inverse'],
  'inverse-link': ['inverse'],
  ...Object.fromEntries(hues.map((hue) => [`${hue}-t`, [`${hue}-s`, 'surface']])),
}
/** What is recognized by its outline or its shape. */
const graphics: Readonly<Record<string, readonly string[]>> = {
  icon: [...backgrounds, ...pressed],
  'control-line': ['surface', 'field', 'raised'],
  focus: [...plain, 'selected'],
  'accent-fill': ['surface'],
  'inverse-ok': ['inverse'],
  'inverse-danger': ['inverse'],
  'inverse-warn': ['inverse'],
}

/** Pairs with less contrast than `ratio`, and how much they have. */
const below = (tokens: Tokens, ratio: number, pairs: Readonly<Record<string, readonly string[]>>): readonly string[] =>
  Object.entries(pairs).flatMap(([front, on]) =>
    on
      .map((background) => ({ background, ratio: contrast(color(tokens, front), color(tokens, background)) }))
      .filter((pair) => pair.ratio < ratio)
      .map((pair) => `${front} on ${pair.background}: ${pair.ratio.toFixed(2)}`),
  )

describe('in the theme', () => {
  test.each(variants)('%s, every text has a contrast of 4.5:1 with its backgrounds', (_name, tokens) => {
    expect(below(tokens, 4.5, texts)).toEqual([])
  })

  test.each(variants)('%s, icons, outlines and bars have a contrast of 3:1', (_name, tokens) => {
    expect(below(tokens, 3, graphics)).toEqual([])
  })
})

test('every token of a text is compared with its backgrounds', () => {
  const named = Object.keys(themes.light).filter((name) => /^text|^on-|-text$|-t$/.test(name))
  expect(named.filter((name) => !(name in texts))).toEqual(['disabled-text'])
})
