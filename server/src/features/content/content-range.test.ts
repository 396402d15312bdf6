import { continuesPart, rangeOf } from './content-range.ts'

test.each([
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-1', { start: 99, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['bytes=a-b', null],
  ['lines=0-1', null],
  ['x bytes=0-1', null],
  ['bytes=0-1 x', null],
  ['bytes=x0-1', null],
  ['Bytes= 5-6 ', { start: 5, end: 6 }],
  ['bytes=5-5', { start: 5, end: 5 }],
  ['bytes=99-99', { start: 99, end: 99 }],
  ['bytes=10-19x', null],
  ['bytes=123-', 'unsatisfiable'],
  [undefined, null],
])('of 100 bytes, %j selects %j', (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range)
})

test.each([
  [undefined, true],
  ['"abc"', true],
  ['"abc" ', true],
  ['"other"', false],
  ['W/"abc"', false],
  ['W/"other"', false],
  ['Fri, 02 Jan 2026 03:04:06 GMT', false],
  ['nonsense', false],
])('If-Range: %s continues the current content: %j', (ifRange, expected) => {
  expect(continuesPart(ifRange, '"abc"')).toBe(expected)
})
