import { pagesOf } from './search-pages.ts'

test('a document that claims a billion pages has 10,000', () => {
  expect(pagesOf({ numPages: 1_000_000_000 })).toBe(10_000)
  expect(pagesOf({ numPages: 3 })).toBe(3)
})
