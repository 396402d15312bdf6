import { makeEntry } from '@holdall/testing'
import { pictureAddresses, smallPicture } from './picture-address.ts'

const thumbnail = { xs: '/xs', sm: '/sm', lg: '/lg', xl: '/xl' }
const { attributes } = makeEntry({ name: 'a.jpg', mimetype: 'image/jpeg' })

test('without thumbnails the original is shown', () => {
  expect(pictureAddresses(attributes, '/original', 1000)).toEqual(['/original'])
  expect(smallPicture(attributes)).toBeNull()
})

test('a thumbnail for the width of the window is tried first, then the original', () => {
  const image = { ...attributes, thumbnail }
  expect(pictureAddresses(image, '/original', 1280)).toEqual(['/lg', '/original'])
  expect(pictureAddresses(image, '/original', 1281)).toEqual(['/xl', '/original'])
  expect(smallPicture(image)).toBe('/xs')
})

test('vector images and animations are shown as they are', () => {
  for (const mimetype of ['image/svg+xml', 'image/gif'])
    expect(pictureAddresses({ ...attributes, mimetype, thumbnail }, '/original', 1000)).toEqual(['/original'])
})

test('of pictures that browsers do not show, thumbnails are shown only', () => {
  const image = { ...attributes, mimetype: 'image/tiff', thumbnail }
  expect(pictureAddresses(image, '/original', 1000)).toEqual(['/lg', '/xl'])
  expect(pictureAddresses(image, '/original', 2000)).toEqual(['/xl'])
})

test.each(['image/jpeg', 'image/svg+xml', 'image/gif', 'video/mp4', 'application/pdf'])(
  'of a file that may not be downloaded, thumbnails are shown only: %s',
  (mimetype) => {
    const file = { ...attributes, mimetype, thumbnail, file_url: null }
    expect(pictureAddresses(file, '/xl', 1000)).toEqual(['/lg', '/xl'])
    expect(pictureAddresses(file, '/xl', 2000)).toEqual(['/xl'])
  },
)
