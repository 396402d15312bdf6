import { directionOf } from './text-direction.ts'

test.each([
  ['en-US', 'ltr'],
  ['de', 'ltr'],
  ['ar', 'rtl'],
  ['ar-EG', 'rtl'],
  ['he', 'rtl'],
  ['fa', 'rtl'],
  ['ur-PK', 'rtl'],
  ['yi', 'rtl'],
  ['dv', 'rtl'],
  ['ckb', 'rtl'],
  ['ha', 'ltr'],
  ['ku', 'ltr'],
  ['ks', 'rtl'],
  ['ks-Deva', 'ltr'],
  ['az', 'ltr'],
  ['az-Arab', 'rtl'],
  ['az-IR', 'rtl'],
  ['pa', 'ltr'],
  ['pa-Arab', 'rtl'],
  ['pa-PK', 'rtl'],
  ['uz-Arab-AF', 'rtl'],
  ['ar-Latn', 'ltr'],
  ['xyz', 'ltr'],
])('%s is written %s', (locale, direction) => {
  expect(directionOf(locale)).toBe(direction)
})
