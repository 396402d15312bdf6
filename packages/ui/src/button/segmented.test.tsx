import { useState } from 'react'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Segmented } from './segmented.tsx'

const options = [
  { value: 'list', label: 'List' },
  { value: 'grid', label: 'Grid' },
] as const

const View = () => {
  const [value, setValue] = useState<'list' | 'grid'>('list')
  return <Segmented label="View" options={options} value={value} onChange={setValue} />
}

test('is a radio group with one checked option', async () => {
  render(<View />)
  expect(screen.getByRole('radiogroup', { name: 'View' })).toBeVisible()
  await userEvent.click(screen.getByRole('radio', { name: 'Grid' }))
  expect(screen.getByRole('radio', { name: 'Grid' })).toBeChecked()
  expect(screen.getByRole('radio', { name: 'List' })).not.toBeChecked()
})
