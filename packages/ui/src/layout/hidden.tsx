import styled, { css } from 'styled-components'

/** Hides an element visually, but not from screen readers. */
export const hiddenStyles = css`
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  margin: 0;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`

/** On touch screens, extends the touch target of a control of `drawn` px to 44 px. The control has to be positioned. */
export const touchStyles = (drawn: number) => css`
  @media (pointer: coarse) {
    &::before {
      content: '';
      position: absolute;
      inset: ${(drawn - 44) / 2}px;
    }
  }
`

export const VisuallyHidden = styled.span`
  ${hiddenStyles}
`

/** A link at the start of the page that skips navigation and sidebar. Visible only while focused. */
export const SkipLink = styled.a`
  position: fixed;
  z-index: var(--z-tip);
  inset-block-start: 8px;
  inset-inline-start: 8px;
  padding: 10px 16px;
  border-radius: var(--r);
  background: var(--raised);
  color: var(--text);
  font-weight: var(--w-medium);
  box-shadow: var(--sh-3);
  &:not(:focus) {
    ${hiddenStyles}
    padding: 0;
  }
`
