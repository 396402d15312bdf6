import { createIntl } from 'react-intl'
import { formatBytes } from './format-bytes.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [8_400_000, '8.4 MB'],
  [412_000_000, '412 MB'],
  [1_900_000_000, '1.9 GB'],
])('%d bytes are formatted as %s', (bytes, text) => {
  expect(formatBytes(createIntl({ locale: 'en-US', messages: {} }), bytes)).toBe(text)
})

test('uses the decimal separator of the locale', () => {
  expect(formatBytes(createIntl({ locale: 'de', messages: {} }), 8_400_000)).toBe('8,4 MB')
})
