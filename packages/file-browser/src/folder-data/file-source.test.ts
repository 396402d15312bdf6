import { pageOf, pagesOf } from './file-source.ts'

test('a page has 200 rows', () => {
  expect([0, 199, 200, 99_999].map(pageOf)).toEqual([1, 1, 2, 500])
})

test('pagesOf returns the pages of a range of rows, both ends included', () => {
  expect(pagesOf(150, 420)).toEqual([1, 2, 3])
  expect(pagesOf(-5, -1)).toEqual([1])
})
