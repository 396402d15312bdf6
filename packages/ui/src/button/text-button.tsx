import styled from 'styled-components'

/** A button with an icon and a label, for the header or footer of a page. */
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
