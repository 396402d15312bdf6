import { useState } from 'react'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Field } from '../field/field.tsx'
import { Select } from './select.tsx'

const options = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
]

const View = () => {
  const [value, setValue] = useState<string>('en')
  return (
    <Field label="Language" hint="Of this page">
      <Select options={options} value={value} onChange={setValue} />
    </Field>
  )
}

test('is labelled by its field, and is operated by keyboard', async () => {
  render(<View />)
  const box = screen.getByRole('combobox', { name: 'Language' })
  expect(box).toHaveTextContent('English')
  expect(box).toHaveAccessibleDescription('Of this page')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('option', { name: 'English' })).toHaveFocus())
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument())
  expect(box).toHaveTextContent('Deutsch')
})

test('its list is a landmark with its name, and adds no style element, which a page may refuse', async () => {
  render(<View />)
  await userEvent.click(screen.getByRole('combobox', { name: 'Language' }))
  const list = await screen.findByRole('listbox')
  expect(screen.getByRole('region', { name: 'Language' })).toContainElement(list)
  expect(document.querySelector('body style')).toBeNull()
})
