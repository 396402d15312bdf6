import { act, screen } from '@testing-library/react'
import type { Entry } from '@holdall/api'
import { entryAt, fakeSource } from '../testing/fake-source.ts'
import { giveLayout } from '../testing/layout.ts'
import { showBrowser } from '../testing/show-browser.tsx'

giveLayout()
beforeEach(() => jest.useFakeTimers({ advanceTimers: true }))
afterEach(() => jest.useRealTimers())

const thumbnail = { xs: '/xs', sm: '/sm', lg: '/lg', xl: '/xl' }
const withAttributes = (attributes: Partial<Entry['attributes']>) => (index: number) => {
  const entry = entryAt(index)
  return { ...entry, attributes: { ...entry.attributes, ...attributes } }
}
const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))

test('a new image gets its thumbnail without a reload', async () => {
  const added = { mimetype: 'image/png', updated_at: new Date().toISOString() }
  let make = withAttributes(added)
  const { source, queries } = fakeSource(1, (index) => make(index))
  await showBrowser(source)
  await screen.findByText('file 0')
  expect(queries).toHaveLength(1)
  make = withAttributes({ ...added, thumbnail })
  await wait(2500)
  expect(document.querySelector('img')).toHaveAttribute('src', '/xs')
  await wait(60_000)
  expect(queries).toHaveLength(2)
})

test('a new image that gets none is not requested for ever', async () => {
  const { source, queries } = fakeSource(
    1,
    withAttributes({ mimetype: 'image/png', updated_at: new Date().toISOString() }),
  )
  await showBrowser(source)
  await screen.findByText('file 0')
  for (let n = 0; n < 24; n++) await wait(5000)
  expect(queries).toHaveLength(5)
})

test.each([
  ['an earlier image', { mimetype: 'image/png' }],
  ['a text', { mimetype: 'text/plain', updated_at: new Date().toISOString() }],
])('%s without a thumbnail is left alone', async (_, attributes) => {
  const { source, queries } = fakeSource(1, withAttributes(attributes))
  await showBrowser(source)
  await screen.findByText('file 0')
  await wait(40_000)
  expect(queries).toHaveLength(1)
})
