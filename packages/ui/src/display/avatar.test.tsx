import { render, screen } from '@testing-library/react'
import { AvatarStack, initials } from './avatar.tsx'

test.each([
  ['Maya Lindqvist', 'ML'],
  ['Maya van der Berg', 'MB'],
  ['maya@example.org', 'M'],
  ['élodie', 'É'],
  ['', ''],
])('the initials of %p are %p', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

test('a stack shows the number of people that it leaves out', () => {
  const people = ['Ann', 'Ben', 'Cem', 'Dea', 'Eva', 'Fay'].map((name) => ({ name }))
  render(<AvatarStack label="Six people" people={people} max={4} />)
  expect(screen.getByRole('img', { name: 'Six people' })).toHaveTextContent('ABC+3')
})
