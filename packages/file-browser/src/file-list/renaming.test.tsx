import { ApiError } from '@holdall/api-client'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { renameSelectionLength } from '../format/rename-selection.ts'
import { entryAt, fakeSource } from '../testing/fake-source.ts'
import { giveLayout } from '../testing/layout.ts'
import { keyboardFocus } from '../testing/read-rows.ts'
import { showBrowser as show } from '../testing/show-browser.tsx'

giveLayout()

test('F2 does nothing where names cannot be changed', async () => {
  const { user } = await show(fakeSource(3).source)
  await keyboardFocus(user)
  await user.keyboard('{F2}')
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})

test('F2 edits the name without its extension, Enter saves, Escape cancels', async () => {
  const saved: string[] = []
  const { source } = fakeSource(2, (index) => entryAt(index, { name: `plan ${String(index)}.txt` }))
  const { user } = await show(source, { onRename: (_, name) => Promise.resolve(saved.push(name)) })
  await user.click(await screen.findByText('plan 0.txt'))
  await user.keyboard('{F2}notes{Escape}')
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  await user.keyboard('{F2}notes{Enter}')
  await waitFor(() => {
    expect(saved).toEqual(['notes.txt'])
  })
  expect(screen.getByRole('grid')).toHaveFocus()
})

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'Enter that ends a composition (%j) does not save the name',
  async (composing) => {
    const saved: string[] = []
    const { user } = await show(fakeSource(2).source, { onRename: (_, name) => Promise.resolve(saved.push(name)) })
    await keyboardFocus(user)
    await user.keyboard('{F2}')
    const field = screen.getByRole('textbox')
    fireEvent.change(field, { target: { value: 'にほん' } })
    fireEvent.keyDown(field, { key: 'Enter', ...composing })
    fireEvent.keyDown(field, { key: 'Escape', ...composing })
    expect(field).toBeInTheDocument()
    expect(saved).toEqual([])
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => {
      expect(saved).toEqual(['にほん'])
    })
  },
)

test('a refused name stays in the field, with the server’s message', async () => {
  const { user } = await show(fakeSource(2).source, {
    onRename: () =>
      Promise.reject(new ApiError('bad-name', 422, { message: 'no', errors: { name: ['No slashes, please.'] } })),
  })
  await keyboardFocus(user)
  await user.keyboard('{F2}a/b{Enter}')
  expect(await screen.findByText('No slashes, please.')).toBeInTheDocument()
  expect(screen.getByRole('textbox')).toHaveValue('a/b')
  expect(screen.getByRole('textbox')).toBeInvalid()
})

test('F2 selects the name without its extension', async () => {
  const { source } = fakeSource(1, () => entryAt(0, { name: 'plan.tar.gz' }))
  const { user } = await show(source, { onRename: () => Promise.resolve() })
  await user.click(await screen.findByText('plan.tar.gz'))
  await user.keyboard('{F2}')
  const field = screen.getByRole<HTMLInputElement>('textbox')
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(
    'plan.tar.gz'.slice(0, renameSelectionLength('plan.tar.gz', 'file')),
  )
})
