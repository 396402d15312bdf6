import { fireEvent, render, screen } from '@testing-library/react'
import { Avatar, type AvatarSize, AvatarStack, initials } from './avatar.tsx'

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

test('a stack adds the number of people that it is not given', () => {
  render(<AvatarStack label="Six people" people={[{ name: 'Ann' }, { name: 'Ben' }]} further={4} />)
  expect(screen.getByRole('img', { name: 'Six people' })).toHaveTextContent('AB+4')
})

const avatar = { xs: '/avatars/xs', sm: '/avatars/sm', md: '/avatars/md' }
const shown = () => screen.getByRole('img', { name: 'Ann Lee' }).querySelector('img')

test.each<[AvatarSize, string]>([
  [20, 'xs'],
  [24, 'xs'],
  [28, 'xs'],
  [32, 'xs'],
  [40, 'sm'],
  [52, 'md'],
  [72, 'md'],
])('an avatar of %d pixels shows the %s image', (size, image) => {
  render(<Avatar name="Ann Lee" avatar={avatar} size={size} />)
  expect(shown()).toHaveAttribute('src', `/avatars/${image}`)
})

test('a picture that does not load is replaced by initials, and the next one is tried', () => {
  const { rerender } = render(<Avatar name="Ann Lee" avatar={avatar} />)
  const image = shown()
  if (image) fireEvent.error(image)
  expect(screen.getByRole('img', { name: 'Ann Lee' })).toHaveTextContent('AL')
  rerender(<Avatar name="Ann Lee" avatar={{ ...avatar, xs: '/avatars/next' }} />)
  expect(shown()).toHaveAttribute('src', '/avatars/next')
})

test('initials are on the colour of the person, or on one by the name', () => {
  const hue = (element: HTMLElement) => getComputedStyle(element).getPropertyValue('--c-s')
  const { rerender } = render(<Avatar name="Ann Lee" color="#00bc7e" />)
  const person = screen.getByRole('img', { name: 'Ann Lee' })
  expect(hue(person)).toBe('var(--green-s)')
  rerender(<Avatar name="Ann Lee" color="#fe6057" />)
  expect(hue(person)).toBe('var(--red-s)')
  rerender(<Avatar name="Ann Lee" />)
  expect(hue(person)).toMatch(/^var\(--[a-z]+-s\)$/)
})
