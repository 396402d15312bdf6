import { fireEvent, render } from '@testing-library/react'
import { entryAt } from '../testing/fake-source.ts'
import { EntryIcon } from './entry-icon.tsx'

const all = { xs: '/xs', sm: '/sm', lg: '/lg', xl: '/xl' }
const imageOf = (thumbnail: typeof all | null, size?: number) => {
  const { attributes, ...rest } = entryAt(0)
  const entry = { ...rest, attributes: { ...attributes, thumbnail } }
  const { container } = render(<EntryIcon entry={entry} {...(size ? { size } : {})} />)
  return { container, image: () => container.querySelector('img') }
}

test('a file without a thumbnail has its icon only', () => {
  const { container, image } = imageOf(null)
  expect(image()).toBeNull()
  expect(container.querySelector('svg')).toBeInTheDocument()
})

test('a thumbnail covers the icon once it is loaded, and is decorative', () => {
  const { container, image } = imageOf(all)
  expect(container.querySelector('svg')).toBeInTheDocument()
  expect(image()).toHaveAttribute('alt', '')
  expect(image()).not.toHaveAttribute('data-loaded')
  fireEvent.load(image()!)
  expect(image()).toHaveAttribute('data-loaded')
})

test('the browser chooses among the sizes by the box and its screen', () => {
  const { image } = imageOf(all, 200)
  expect(image()).toHaveAttribute('srcset', '/xs 120w, /sm 240w, /lg 960w, /xl 1440w')
  expect(image()).toHaveAttribute('sizes', '300px')
})

test('sizes that share an address are named once', () => {
  expect(imageOf({ xs: '/xs', sm: '/sm', lg: '/sm', xl: '/sm' }).image()).toHaveAttribute(
    'srcset',
    '/xs 120w, /sm 240w',
  )
})

test('the icon stays where a thumbnail does not load', () => {
  const { container, image } = imageOf(all)
  fireEvent.error(image()!)
  expect(image()).toBeNull()
  expect(container.querySelector('svg')).toBeInTheDocument()
})
