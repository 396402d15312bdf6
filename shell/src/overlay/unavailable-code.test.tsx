import { act, screen, waitFor } from '@testing-library/react'
import { renderSection } from '@holdall/testing'
import { testSection } from '../testing/test-section.tsx'

let mockIsDown = true
const mockFetched = (file: string): unknown => {
  if (mockIsDown) throw new Error('Loading chunk 7 failed.')
  return jest.requireActual(file)
}
jest.mock('./overlay-layers.tsx', () => mockFetched('./overlay-layers.tsx'))
jest.mock('../spotlight/open-spotlight.tsx', () => mockFetched('../spotlight/open-spotlight.tsx'))

const comeBack = () => {
  mockIsDown = false
  act(() => {
    window.dispatchEvent(new Event('online'))
  })
}
const waiting = 'Couldn’t reach the server. This opens when you’re back online.'

beforeEach(() => {
  mockIsDown = true
})

test('a popup whose code cannot be fetched shows an error, and opens when it can be', async () => {
  const { host } = await renderSection(testSection(), { path: '/platform/files' })
  act(() => {
    host.overlay.alert({ title: 'Your storage is full' })
  })
  expect(await screen.findByText(waiting)).toBeInTheDocument()
  comeBack()
  expect(await screen.findByRole('alertdialog', { name: 'Your storage is full' })).toBeInTheDocument()
})

test('commands whose code cannot be fetched show an error, and open when it can be', async () => {
  const { user } = await renderSection(testSection(), { path: '/platform/files' })
  await user.keyboard('{Control>}k{/Control}')
  expect(await screen.findByText(waiting)).toBeInTheDocument()
  comeBack()
  await waitFor(() => {
    expect(screen.getByRole('combobox')).toHaveFocus()
  })
})
