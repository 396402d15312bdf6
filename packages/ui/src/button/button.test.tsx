import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Button } from './button.tsx'

test('does not submit a form by default', async () => {
  const submitted = jest.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={submitted}>
      <Button>Cancel</Button>
      <Button type="submit">Save</Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(submitted).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(submitted).toHaveBeenCalledTimes(1)
})

test('keeps name and focus while busy, and ignores clicks', async () => {
  const pressed = jest.fn()
  const submitted = jest.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const view = (busy: boolean) => (
    <form onSubmit={submitted}>
      <Button type="submit" busy={busy} onClick={pressed}>
        Save
      </Button>
    </form>
  )
  const { rerender } = render(view(false))
  screen.getByRole('button', { name: 'Save' }).focus()
  rerender(view(true))
  const button = screen.getByRole('button', { name: 'Save' })
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-busy', 'true')
  await userEvent.click(button)
  await userEvent.keyboard('{Enter}')
  expect(pressed).not.toHaveBeenCalled()
  expect(submitted).not.toHaveBeenCalled()
})

test('describes why it cannot be used, and can still be focused', async () => {
  const pressed = jest.fn()
  render(
    <Button disabledReason="Only the owner may share" onClick={pressed}>
      Share
    </Button>,
  )
  await userEvent.tab()
  const button = screen.getByRole('button', { name: 'Share' })
  expect(button).toHaveFocus()
  expect(button).toHaveAccessibleDescription('Only the owner may share')
  await userEvent.keyboard(' ')
  expect(pressed).not.toHaveBeenCalled()
})
