import { render, screen } from '@testing-library/react'
import { Logo, Mark } from './logo.tsx'

afterEach(() => {
  delete document.documentElement.dataset['logo']
})

test('shows the mark where the operator has no logo', () => {
  const { container } = render(<Mark label="Holdall" />)
  expect(screen.getByRole('img', { name: 'Holdall' }).tagName).toBe('svg')
  expect(container.querySelector('img')).toBeNull()
})

test('the operator’s logo replaces the mark, beside the name', () => {
  document.documentElement.dataset['logo'] = '/logo/abc'
  const { container } = render(<Logo name="Archive" size={31} />)
  const image = container.querySelector('img')
  expect(image).toHaveAttribute('src', '/logo/abc')
  expect(image).toHaveAttribute('height', '31')
  // Screen readers read the name once, from the text.
  expect(image).toHaveAttribute('alt', '')
  expect(container.querySelector('svg')).toBeNull()
  expect(screen.getByText('Archive')).toBeInTheDocument()
})
