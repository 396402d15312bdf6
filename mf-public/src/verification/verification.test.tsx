import { fetchOnce } from '@holdall/section'
import { renderSection } from '@holdall/testing'
import { screen, waitFor } from '@testing-library/react'
import section from '../section.ts'

const show = (path: string, emailVerification = true) =>
  renderSection(section, { path, session: 'anonymous', config: { emailVerification } })

// Pages that these tests go on to are there at once.
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

test('a page that was opened without an address names none, and leads to sign-in', async () => {
  await show('/successfully-send')
  expect(await screen.findByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/sign-in')
})

test('where nothing has to be confirmed there is no such page', async () => {
  const { address } = await show('/successfully-send', false)
  await waitFor(() => expect(address()).toBe('/sign-in'))
})

test('the confirmation ends at sign-in', async () => {
  await show('/successfully-verified')
  expect(await screen.findByRole('heading', { level: 1, name: 'Your e-mail is confirmed' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/sign-in')
})
