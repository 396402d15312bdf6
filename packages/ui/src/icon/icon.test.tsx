import { render } from '@testing-library/react'
import { File } from 'lucide-react'
import { Icon, type IconSize } from './icon.tsx'

const widthOf = (size: IconSize) =>
  render(<Icon as={File} size={size} />)
    .container.querySelector('svg')
    ?.getAttribute('width')

test('its size is a number of pixels, or a number followed by x, which is a multiple of the font size', () => {
  expect([widthOf(20), widthOf('2x'), widthOf('1.5x')]).toEqual(['20', '2em', '1.5em'])
})

test.each(['2', 'x', 'large', '2xx', '-1x', '2em', Number.NaN])('refuses the size %j', (size) => {
  jest.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => widthOf(size as IconSize)).toThrow(RangeError)
})
