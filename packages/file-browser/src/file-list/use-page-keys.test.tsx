import { screen, waitFor } from '@testing-library/react'
import { entryAt, fakeSource } from '../testing/fake-source.ts'
import { giveLayout } from '../testing/layout.ts'
import { renderIn, showBrowser } from '../testing/show-browser.tsx'

giveLayout()
const show = async () => {
  const view = await showBrowser(fakeSource(4, (index) => entryAt(index)).source)
  await screen.findByText('file 0')
  return view
}
const selected = () =>
  screen
    .queryAllByRole('row', { selected: true })
    .map((row) => /file \d/.exec(row.textContent ?? '')?.[0])
    .filter((name) => name !== undefined)

test('on a fresh page an arrow key selects the first row and focuses the list', async () => {
  const { user } = await show()
  expect(document.body).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(selected()).toEqual(['file 0'])
  expect(screen.getByRole('grid')).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(selected()).toEqual(['file 1'])
})

test('on a fresh page Ctrl+A selects all rows', async () => {
  const { user } = await show()
  await user.keyboard('{Control>}a{/Control}')
  await waitFor(() => {
    expect(selected()).toHaveLength(4)
  })
})

test('keys of a field or of a button stay there, and other keys do nothing', async () => {
  const { user } = await show()
  renderIn(<input aria-label="Field" />)
  await user.click(screen.getByRole('textbox', { name: 'Field' }))
  await user.keyboard('{ArrowDown}{Control>}a{/Control}')
  expect(screen.getByRole('textbox', { name: 'Field' })).toHaveFocus()
  screen.getByRole('textbox', { name: 'Field' }).blur()
  await user.keyboard('{Delete}x')
  expect(document.body).toHaveFocus()
  expect(selected()).toEqual([])
})

test('a list behind a dialog gets no keys', async () => {
  const { user } = await show()
  document.body.firstElementChild?.setAttribute('aria-hidden', 'true')
  await user.keyboard('{ArrowDown}')
  expect(document.body).toHaveFocus()
})
