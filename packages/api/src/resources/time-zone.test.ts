import { intlTimeZone, TimeZone, timeZoneOffsets } from './time-zone.ts'

test('there are 31 offsets, from -12.0 to +12.0, and each is a time zone', () => {
  expect(timeZoneOffsets).toHaveLength(31)
  expect([timeZoneOffsets[0], timeZoneOffsets[30]]).toEqual(['-12.0', '12.0'])
  for (const offset of timeZoneOffsets) {
    expect(TimeZone.safeParse(offset).success).toBe(true)
    expect(new Intl.DateTimeFormat('en-US', { timeZone: intlTimeZone(offset) }).format(0)).toBeTruthy()
  }
})

test.each(['Europe/Stockholm', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])('%s is a time zone', (name) => {
  expect(TimeZone.safeParse(name).success).toBe(true)
  expect(intlTimeZone(name)).toBe(name)
})

test.each(['', ' ', 'Europe/Nowhere', '+01:00', '1', '13.0', '../etc/passwd', 'x'.repeat(65)])('%j is none', (name) => {
  expect(TimeZone.safeParse(name).success).toBe(false)
})

test.each([
  ['5.75', '+05:45'],
  ['-3.5', '-03:30'],
  ['0.0', '+00:00'],
])('the offset %s is %s', (stored, name) => {
  expect(intlTimeZone(stored)).toBe(name)
})

test('what this engine does not know is left to its own time zone', () => {
  expect([intlTimeZone(null), intlTimeZone('Europe/Nowhere')]).toEqual([undefined, undefined])
})
