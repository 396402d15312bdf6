import { isolate } from './isolate.ts'

afterEach(() => {
  document.documentElement.dir = 'ltr'
})

test('isolates names that run the other way than the page may', () => {
  expect(isolate('report (2).pdf')).toBe('report (2).pdf')
  expect(isolate('مستند (2).pdf')).toBe('\u2068مستند (2).pdf\u2069')
  document.documentElement.dir = 'rtl'
  expect(isolate('report (2).pdf')).toBe('\u2068report (2).pdf\u2069')
})
