import { createIntl } from 'react-intl'
import { formatDuration } from './duration.ts'

const intl = createIntl({ locale: 'en-US' })

test.each([
  [1, '1 sec'],
  [89, '89 sec'],
  [90, '2 min'],
  [149, '2 min'],
  [3600, '60 min'],
  [5399, '90 min'],
  [5400, '2 hr'],
  [10_800, '3 hr'],
])('%d seconds are %s', (seconds, expected) => {
  expect(formatDuration(intl, seconds)).toBe(expected)
})
