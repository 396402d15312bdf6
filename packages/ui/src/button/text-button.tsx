import styled from 'styled-components'

/** An icon and a word, in the header or footer of a page. */
export const TextButton = styled.button.attrs({ type: 'button' })`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-block-size: 24px;
  border-radius: 6px;
  color: inherit;
  &:hover {
    color: var(--text);
  }
`
