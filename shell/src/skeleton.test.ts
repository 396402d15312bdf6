import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const read = (path: string) => readFileSync(join(__dirname, path), 'utf8')
const values = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`${name}:\\s*([^;]+);`, 'g'))].map(([, value]) => value ?? '')

/** A token of `packages/ui` in a theme, looked up in the ramps where it refers to one. */
function token(theme: string, name: string): string | undefined {
  const [value = ''] = values(read(`../../packages/ui/src/theme/${theme}-theme.ts`), name)
  const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  return reference ? values(read('../../packages/ui/src/theme/color-ramps.ts'), reference)[0] : value
}

test.each([
  ['light', 0],
  ['dark', 1],
] as const)('the skeleton has the %s theme’s colours', (theme, block) => {
  const css = read('skeleton.css')
  const own = (name: string) => values(css, name)[block]
  expect(own('--sk-canvas')).toBe(token(theme, '--canvas'))
  expect(own('--sk-surface')).toBe(token(theme, '--surface'))
  expect(own('--sk-tint')).toBe(token(theme, '--press'))
  expect(own('--sk-text')).toBe(token(theme, '--text-2'))
  expect(own('--sk-heading')).toBe(token(theme, '--text'))
})

test.each([
  ['light', 0],
  ['dark', 1],
] as const)('the offline screen has the %s theme’s colours', (theme, block) => {
  const css = read('offline/offline.css')
  const own = (name: string) => values(css, name)[block]
  expect(own('--canvas')).toBe(token(theme, '--canvas'))
  expect(own('--raised')).toBe(token(theme, '--raised'))
  expect(own('--line')).toBe(token(theme, '--line-2'))
  expect(own('--text')).toBe(token(theme, '--text'))
  expect(own('--text-2')).toBe(token(theme, '--text-2'))
})

test('the bars of the browser have the background of the theme before any script and after', () => {
  const [light, dark] = values(read('skeleton.css'), '--sk-canvas')
  expect(read('index.html')).toContain(`<meta name="theme-color" content="${light ?? ''}" />`)
  expect(read('before-first-paint.ts')).toContain(`'content', '${dark ?? ''}'`)
})
