import { isUnchanged, mayContinue, wishOf } from './range.ts'

const part = (start: number, end: number) => ({ kind: 'part', range: { start, end } })

test.each([
  ['bytes=0-', part(0, 99)],
  ['bytes=0-0', part(0, 0)],
  ['bytes=10-19', part(10, 19)],
  ['bytes=90-1000', part(90, 99)],
  ['bytes=-1', part(99, 99)],
  ['bytes=-1000', part(0, 99)],
  ['bytes=100-', { kind: 'unsatisfiable' }],
  ['bytes=100-200', { kind: 'unsatisfiable' }],
  ['bytes=-0', { kind: 'unsatisfiable' }],
  ['bytes=20-10', { kind: 'whole' }],
  ['bytes=0-1,5-6', { kind: 'whole' }],
  ['bytes=-', { kind: 'whole' }],
  ['bytes=a-b', { kind: 'whole' }],
  ['lines=0-1', { kind: 'whole' }],
  ['x bytes=0-1', { kind: 'whole' }],
  ['bytes=0-1 x', { kind: 'whole' }],
  ['bytes=x0-1', { kind: 'whole' }],
  ['Bytes= 5-6 ', part(5, 6)],
  ['bytes=5-5', part(5, 5)],
  ['bytes=99-99', part(99, 99)],
  ['bytes=10-19x', { kind: 'whole' }],
  ['bytes=123-', { kind: 'unsatisfiable' }],
  [undefined, { kind: 'whole' }],
])('of 100 bytes, %j asks for %j', (header, wish) => {
  expect(wishOf(header, 100)).toEqual(wish)
})

test('knows a copy by its tag, or by its date where there is no tag', () => {
  const validators = { etag: '"abc"', modified: Date.parse('2026-01-02T03:04:05.678Z') }
  const since = (text: string) => ({ 'if-modified-since': text })
  expect(isUnchanged({ 'if-none-match': '"x", W/"abc"' }, validators)).toBe(true)
  expect(isUnchanged({ 'if-none-match': '"x"', ...since('Fri, 02 Jan 2027 03:04:05 GMT') }, validators)).toBe(false)
  expect(isUnchanged(since('Fri, 02 Jan 2026 03:04:05 GMT'), validators)).toBe(true)
  expect(isUnchanged(since('Fri, 02 Jan 2026 03:04:04 GMT'), validators)).toBe(false)
  expect(isUnchanged(since('nonsense'), validators)).toBe(false)
  expect(mayContinue('"abc"', validators)).toBe(true)
  expect(mayContinue('W/"abc"', validators)).toBe(false)
  expect(mayContinue('Fri, 02 Jan 2026 03:04:05 GMT', validators)).toBe(true)
  expect(mayContinue('Fri, 02 Jan 2026 03:04:06 GMT', validators)).toBe(false)
})

test('a copy is told by any of the tags that the client has, by whatever copy with a star, and by nothing without a header', () => {
  const validators = { etag: '"abc"', modified: 0 }
  const isKnown = (tags: string) => isUnchanged({ 'if-none-match': tags }, validators)
  expect([' * ', '"x" , "abc"', '"abc","x"', 'W/"abc" '].map(isKnown)).toEqual([true, true, true, true])
  expect(['', '"W/abc"', 'abc', '"x" "abc"', 'xW/"abc"'].map(isKnown)).toEqual([false, false, false, false, false])
  expect(isUnchanged({}, validators)).toBe(false)
})

test('a range is followed without a condition, and for the very tag with spaces around', () => {
  const validators = { etag: '"abc"', modified: 0 }
  expect(mayContinue(undefined, validators)).toBe(true)
  expect(mayContinue('"abc" ', validators)).toBe(true)
  expect(mayContinue('"other"', validators)).toBe(false)
  expect(mayContinue('W/"other"', validators)).toBe(false)
  expect(mayContinue('nonsense', validators)).toBe(false)
})
