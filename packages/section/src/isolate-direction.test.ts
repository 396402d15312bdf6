import { isolate } from './isolate-direction.ts'

afterEach(() => {
  document.documentElement.dir = 'ltr'
})

test('isolates names whose direction may differ from the page’s', () => {
  expect(isolate('report (2).pdf')).toBe('report (2).pdf')
  expect(isolate('مستند (2).pdf')).toBe('\u2068مستند (2).pdf\u2069')
  document.documentElement.dir = 'rtl'
  expect(isolate('report (2).pdf')).toBe('\u2068report (2).pdf\u2069')
})
