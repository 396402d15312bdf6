import { expiryOf } from './token-expiry.ts'

const now = Date.UTC(2030, 0, 31, 12)

test('a chosen date counts until its end in the time zone', () => {
  expect(expiryOf('date', '2030-01-31', now, 'UTC')).toBe('2030-01-31T23:59:00.000Z')
  expect(expiryOf('date', '2030-01-31', now, 'America/New_York')).toBe('2030-02-01T04:59:00.000Z')
})

test('a date that has passed or is missing is none', () => {
  expect(expiryOf('date', '2030-01-30', now, 'UTC')).toBeUndefined()
  expect(expiryOf('date', '', now, 'UTC')).toBeUndefined()
})

test('a number of days begins now, and without one nothing expires', () => {
  expect(expiryOf('7', '', now, 'UTC')).toBe('2030-02-07T12:00:00.000Z')
  expect(expiryOf('never', '2030-01-30', now, 'UTC')).toBeNull()
})
