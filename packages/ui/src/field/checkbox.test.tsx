import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Checkbox } from './checkbox.tsx'
import { Switch } from './switch.tsx'

test('is mixed where some are checked, and a click checks all', async () => {
  const changed = jest.fn()
  const { rerender } = render(<Checkbox checked="mixed" label="All files" onChange={changed} />)
  expect(screen.getByRole('checkbox', { name: 'All files' })).toBePartiallyChecked()
  await userEvent.click(screen.getByText('All files'))
  expect(changed).toHaveBeenCalledWith(true)
  rerender(<Checkbox checked label="All files" onChange={changed} />)
  expect(screen.getByRole('checkbox')).not.toBePartiallyChecked()
  expect(screen.getByRole('checkbox')).toBeChecked()
})

test('a switch is toggled by keyboard', async () => {
  const changed = jest.fn()
  render(<Switch aria-label="Two steps" checked={false} onChange={changed} />)
  await userEvent.tab()
  await userEvent.keyboard(' ')
  expect(screen.getByRole('switch', { name: 'Two steps' })).toHaveFocus()
  expect(changed).toHaveBeenCalledWith(true)
})
