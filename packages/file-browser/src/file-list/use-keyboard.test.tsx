import { fireEvent, render, screen } from '@testing-library/react'
import { isSelected } from '../browser-state/selection.ts'
import { fakeBrowser } from '../testing/fake-browser.ts'
import { entryAt } from '../testing/fake-source.ts'
import { useKeyboard } from './use-keyboard.ts'

test('a typed name selects its entry, also before the row that has moved is rendered', () => {
  const { browser } = fakeBrowser({ total: 3 })
  const { folder } = browser.now()
  const moved = entryAt(2, { name: 'quince' })
  jest.spyOn(folder, 'known').mockReturnValue([[1, moved]])
  const List = () => (
    <div
      data-testid="list"
      {...useKeyboard(
        browser,
        () => {},
        () => null,
      )}
    />
  )
  render(<List />)
  fireEvent.keyDown(screen.getByTestId('list'), { key: 'q' })
  expect(browser.cursor.get().index).toBe(1)
  expect(isSelected(browser.selection.get(), moved.id)).toBe(true)
})
