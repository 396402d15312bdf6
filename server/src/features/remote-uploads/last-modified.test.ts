import { lastModifiedOf } from './last-modified.ts'

test.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
  ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
  ['Wednesday, 01-Jan-25 00:00:00 GMT', '2025-01-01T00:00:00.000Z'],
  ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
  ['Wed Nov 16 08:49:37 1994', '1994-11-16T08:49:37.000Z'],
  [' Sun, 06 Nov 1994 08:49:37 GMT ', '1994-11-06T08:49:37.000Z'],
  ['Sun, 04 Jul 1965 12:00:00 GMT', '1965-07-04T12:00:00.000Z'],
  ['Wed, 01 Jan 2200 00:00:00 GMT', '2200-01-01T00:00:00.000Z'],
])('%j is %s', (header, iso) => {
  expect(new Date(lastModifiedOf(header) ?? NaN).toISOString()).toBe(iso)
})

test.each([
  undefined,
  '',
  '0',
  'never',
  '1994-11-06T08:49:37Z',
  'Sun, 06 Nov 1994 08:49:37',
  'Sun, 06 Nov 1994 08:49:37 CET',
  'Sun, 06 Nov 1994 08:49:37 +0100',
  'Sun, 6 Nov 1994 08:49:37 GMT',
  'Wed, 30 Feb 1994 08:49:37 GMT',
  'Sun, 06 Foo 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 24:00:00 GMT',
  'Sun, 06 Nov 0000 08:49:37 GMT',
  'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT',
])('%j has no date', (header) => {
  expect(lastModifiedOf(header)).toBeUndefined()
})
