import { renderSection } from '@holdall/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { testSection } from '../testing/test-section.tsx'
import { ShortcutKeys } from './shortcut-keys.tsx'

const show = (options: Partial<Parameters<typeof renderSection>[1]> = {}) =>
  renderSection(testSection(), {
    path: '/platform/files',
    before: (
      <>
        <ShortcutKeys />
        <input aria-label="Name" />
      </>
    ),
    ...options,
  })

test('“?” lists the keyboard shortcuts', async () => {
  const { user } = await show()
  await user.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(dialog.getByText('Undo the last change').nextElementSibling).toHaveTextContent('Ctrl Z')
  expect(dialog.getByText('Search').nextElementSibling).toHaveTextContent('/Ctrl K')
  await user.keyboard('{Escape}')
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

test('“/” opens the search', async () => {
  const { user } = await show()
  await user.keyboard('/')
  await waitFor(() => {
    expect(screen.getByRole('combobox')).toHaveFocus()
  })
  expect(screen.getByRole('combobox')).toHaveValue('')
})

test('Ctrl+Z undoes what the newest toast with an Undo offers, once', async () => {
  const { user, host } = await show()
  const [first, second, open] = [jest.fn(), jest.fn(), jest.fn()]
  act(() => {
    host.toasts.show({ type: 'success', message: 'Moved', action: { label: 'Undo', run: first, isUndo: true } })
    host.toasts.show({ type: 'success', message: 'Renamed', action: { label: 'Undo', run: second, isUndo: true } })
    host.toasts.show({ type: 'success', message: 'Joined', action: { label: 'Open', run: open } })
  })
  await user.keyboard('{Control>}z{/Control}')
  expect([first, second].map((run) => run.mock.calls.length)).toEqual([0, 1])
  expect(screen.queryByText('Renamed')).not.toBeInTheDocument()
  await user.keyboard('{Meta>}z{/Meta}{Control>}z{/Control}')
  expect([first, second].map((run) => run.mock.calls.length)).toEqual([1, 1])
  expect(open).not.toHaveBeenCalled()
})

test('what is typed into a field, with a popup open, or without a session means nothing else', async () => {
  const { user, host, unmount } = await show()
  await user.type(screen.getByRole('textbox', { name: 'Name' }), '?/')
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('?/')
  act(() => {
    host.overlay.alert({ title: 'Your storage is full' })
  })
  await screen.findByRole('alertdialog')
  await user.keyboard('?/')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  unmount()
  const visitor = await show({ path: '/sign-in', session: 'anonymous' })
  await visitor.user.keyboard('?/')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
