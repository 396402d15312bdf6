import { act, screen, waitFor } from '@testing-library/react'
import { renderSection } from '@holdall/testing'
import { AppNavigation } from '../app-navigation/app-navigation.tsx'
import { testSection } from '../testing/test-section.tsx'

const open = async () => {
  const rendered = await renderSection(testSection(), { path: '/platform/files', before: <AppNavigation /> })
  const bell = screen.getByRole('button', { name: 'Notifications' })
  await rendered.user.click(bell)
  const centre = await screen.findByRole('dialog', { name: 'Notifications' })
  await waitFor(() => {
    expect(centre).toHaveFocus()
  })
  await screen.findByText('No notifications')
  return { ...rendered, bell, centre }
}

test('opens from the bell, takes the focus and says that there is nothing', async () => {
  const { bell, centre } = await open()
  expect(bell).toHaveAttribute('aria-expanded', 'true')
  expect(centre).toHaveFocus()
  expect(centre).toHaveTextContent('No notifications')
  expect(screen.queryByRole('button', { name: 'Clear all' })).not.toBeInTheDocument()
})

test('closes by the bell', async () => {
  const { bell, centre, user } = await open()
  await user.click(bell)
  expect(centre).not.toBeInTheDocument()
})

test('closes by a press outside, but not by one inside', async () => {
  const { centre, user } = await open()
  await user.click(screen.getByText('No notifications'))
  expect(centre).toBeInTheDocument()
  const outside = screen.getByRole('button', { name: 'On the page' })
  await user.click(outside)
  expect(centre).not.toBeInTheDocument()
  expect(outside).toHaveFocus()
})

test('closes by Escape wherever the focus is, but not before a popup above it', async () => {
  const { bell, centre, host, user } = await open()
  bell.focus()
  act(() => {
    host.overlay.alert({ title: 'Read this' })
  })
  const alert = await screen.findByRole('alertdialog')
  await waitFor(() => {
    expect(alert).toContainElement(document.activeElement as HTMLElement)
  })
  await user.keyboard('{Escape}')
  expect(alert).not.toBeInTheDocument()
  expect(centre).toBeInTheDocument()
  await user.keyboard('{Escape}')
  expect(centre).not.toBeInTheDocument()
})

test('closes by Escape and gives the focus back to the bell', async () => {
  const { bell, centre, user } = await open()
  await user.keyboard('{Escape}')
  expect(centre).not.toBeInTheDocument()
  await waitFor(() => {
    expect(bell).toHaveFocus()
  })
})

test('Tab at its end leads to the bell, and to nothing that is not visible', async () => {
  const { bell, centre, user } = await open()
  await user.tab()
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
  await user.tab()
  expect(bell).toHaveFocus()
  expect(centre).toBeInTheDocument()
})
