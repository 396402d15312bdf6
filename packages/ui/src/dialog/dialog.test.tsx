import { useState } from 'react'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmBody } from './confirm-and-alert.tsx'
import { Dialog } from './dialog.tsx'

const Page = ({ dismiss = 'anyhow' }: { dismiss?: 'anyhow' | 'never' }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Rename…</button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Rename"
        closeLabel="Close"
        dismiss={dismiss}
        footer={<button>Save</button>}
      >
        <input aria-label="Name" />
      </Dialog>
    </>
  )
}

const opened = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Rename…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Rename' })
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus())
  return dialog
}

test('focuses its first field, and Tab does not leave it', async () => {
  render(<Page />)
  const dialog = await opened()
  for (let step = 0; step < 6; step += 1) {
    await userEvent.tab()
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))
  }
})

test('closes on Escape and returns the focus', async () => {
  render(<Page />)
  await opened()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Rename…' })).toHaveFocus())
})

test('stays open on Escape when it cannot be dismissed', async () => {
  render(<Page dismiss="never" />)
  await opened()
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Rename' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument()
})

test('a question is named by its title and offers the safe answer first', async () => {
  const confirmed = jest.fn()
  render(
    <Dialog open onClose={jest.fn()} role="alertdialog" labelledBy="title" size="s">
      <ConfirmBody
        titleId="title"
        title="Dissolve the team?"
        cancel="Keep the team"
        confirm="Dissolve team"
        danger
        onCancel={jest.fn()}
        onConfirm={confirmed}
      />
    </Dialog>,
  )
  expect(await screen.findByRole('alertdialog', { name: 'Dissolve the team?' })).toBeVisible()
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Keep the team', 'Dissolve team'])
  await userEvent.click(screen.getByRole('button', { name: 'Dissolve team' }))
  expect(confirmed).toHaveBeenCalledTimes(1)
})
