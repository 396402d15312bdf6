import { fromInputValue, toInputValue } from './zoned-time.ts'

test.each([
  ['2026-01-15T12:00', 'UTC', '2026-01-15T12:00:00.000Z'],
  ['2026-01-15T12:00', 'Europe/Berlin', '2026-01-15T11:00:00.000Z'],
  ['2026-07-15T00:30', 'Europe/Berlin', '2026-07-14T22:30:00.000Z'],
  ['2026-07-15T00:30', 'America/Los_Angeles', '2026-07-15T07:30:00.000Z'],
  ['2026-07-15T00:30', 'Asia/Kathmandu', '2026-07-14T18:45:00.000Z'],
  ['2026-12-31T23:59', 'Pacific/Kiritimati', '2026-12-31T09:59:00.000Z'],
])('%s in %s is %s, and back', (value, zone, iso) => {
  expect(fromInputValue(value, zone)).toBe(Date.parse(iso))
  expect(toInputValue(Date.parse(iso), zone)).toBe(value)
})

test('a time that the clocks skip is an hour later, and of one that they repeat it is the first', () => {
  expect(fromInputValue('2026-03-29T02:30', 'Europe/Berlin')).toBe(Date.parse('2026-03-29T01:30:00.000Z'))
  expect(fromInputValue('2026-10-25T02:30', 'Europe/Berlin')).toBe(Date.parse('2026-10-25T00:30:00.000Z'))
})

test.each(['', '2026-01-15', 'tomorrow', '2026-13-45T12:00'])('%j is no time', (value) => {
  expect(fromInputValue(value, undefined)).toBeNull()
})
