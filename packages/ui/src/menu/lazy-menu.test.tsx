import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Button } from '../button/button.tsx'
import { LazyMenu } from './lazy-menu.tsx'

test('opens at the first key press, handles the keyboard, and returns the focus', async () => {
  const chosen = jest.fn()
  render(
    <LazyMenu
      trigger={<Button>Actions</Button>}
      items={[
        { kind: 'action', id: 'open', label: 'Open', onSelect: jest.fn() },
        { kind: 'action', id: 'move', label: 'Move', onSelect: chosen },
      ]}
    />,
  )
  expect(screen.getByRole('button', { name: 'Actions' })).toHaveAttribute('aria-haspopup', 'menu')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('menu')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('menu').contains(document.activeElement)).toBe(true))
  await userEvent.keyboard('{End}')
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Move' })).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  expect(chosen).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Actions' })).toHaveFocus())
})
