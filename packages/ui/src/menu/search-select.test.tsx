import { useState } from 'react'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Field } from '../field/field.tsx'
import { SearchSelect } from './search-select.tsx'

const options = [
  { value: 'se', label: 'Sweden', keywords: 'Sverige' },
  { value: 'no', label: 'Norway', keywords: 'Norge' },
  { value: 'dk', label: 'Denmark' },
]

function Country({ onChange }: { readonly onChange: (value: string) => void }) {
  const [value, setValue] = useState('dk')
  return (
    <Field label="Country">
      <SearchSelect
        options={options}
        value={value}
        searchLabel="Search countries"
        emptyText="Nothing found"
        onChange={(next) => {
          setValue(next)
          onChange(next)
        }}
      />
    </Field>
  )
}
const trigger = () => screen.getByRole('combobox', { name: 'Country' })

test('is searched and chosen by keyboard, then gives the focus back', async () => {
  const onChange = jest.fn()
  render(<Country onChange={onChange} />)
  await userEvent.tab()
  expect(trigger()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const query = await screen.findByRole('combobox', { name: 'Search countries' })
  await waitFor(() => expect(query).toHaveFocus())
  await userEvent.keyboard('sver')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Sweden'])
  await userEvent.keyboard('{Enter}')
  expect(onChange.mock.calls).toEqual([['se']])
  await waitFor(() => expect(trigger()).toHaveFocus())
  expect(trigger()).toHaveTextContent('Sweden')
})

test('says that nothing matches, and keeps the choice on Escape', async () => {
  const onChange = jest.fn()
  render(<Country onChange={onChange} />)
  await userEvent.click(trigger())
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search countries' }), 'zzz')
  expect(await screen.findByText('Nothing found')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('Nothing found')).not.toBeInTheDocument())
  expect(trigger()).toHaveTextContent('Denmark')
  expect(onChange).not.toHaveBeenCalled()
})
