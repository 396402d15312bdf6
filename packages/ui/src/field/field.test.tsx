import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { PasswordInput } from './password-input.tsx'
import { Textarea } from './textarea.tsx'

test('connects label and hint with the control', () => {
  render(
    <Field label="Name" hint="As others see it">
      <Input />
    </Field>,
  )
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('As others see it')
  expect(screen.getByRole('textbox')).not.toHaveAttribute('aria-invalid')
})

test('marks the control as invalid and reads the error before the hint', () => {
  render(
    <Field label="Note" hint="At most 100 letters" error="Too long">
      <Textarea />
    </Field>,
  )
  expect(screen.getByRole('textbox', { name: 'Note' })).toBeInvalid()
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('Too long At most 100 letters')
})

test('marks the control as required', () => {
  render(
    <Field label="Name" required>
      <Input />
    </Field>,
  )
  expect(screen.getByRole('textbox')).toBeRequired()
})

test('shows a password on a click and hides it on the next', async () => {
  render(
    <Field label="Password">
      <PasswordInput showLabel="Show password" hideLabel="Hide password" defaultValue="secret" />
    </Field>,
  )
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
})
