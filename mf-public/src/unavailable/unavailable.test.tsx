import { renderSection } from '@holdall/testing'
import { screen } from '@testing-library/react'
import section from '../section.ts'

test('says that the server is down for maintenance, with the name that the operator has set', async () => {
  const { server } = await renderSection(section, {
    path: '/temporary-unavailable',
    session: 'anonymous',
    config: { name: 'Attic' },
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'We’ll be back soon' })).toBeInTheDocument()
  expect(screen.getByText(/^Attic is down for maintenance/)).toBeInTheDocument()
  expect(document.title).toMatch(/ – Attic$/)
  expect(screen.getByRole('link', { name: 'Retry' })).toHaveAttribute('href', '/')
  // The server may be unreachable.
  expect(server.calls).toEqual([])
})
