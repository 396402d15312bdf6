import { render } from '@testing-library/react'
import styled from 'styled-components'
import { addGlobalStyle } from './global-style.ts'

const Red = styled.p`
  color: red;
`

test('it is added once, in an element of its own before that of styled-components', () => {
  render(<Red />)
  addGlobalStyle()
  addGlobalStyle()
  const [own, ...others] = Array.from(document.querySelectorAll('style'), ({ sheet }) =>
    Array.from(sheet?.cssRules ?? []),
  )
  expect(others).toHaveLength(1)
  const selectors = own?.map(({ cssText }) => cssText.slice(0, cssText.indexOf('{')).trim())
  expect(selectors).toEqual(
    expect.arrayContaining(['@font-face', ':root', ":root[data-theme='dark']", 'body', 'button']),
  )
  expect(others[0]?.[0]?.cssText).toContain('color: red')
})
