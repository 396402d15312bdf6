import styled, { css } from 'styled-components'

/** Out of sight, still read aloud. */
export const hiddenStyles = css`
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  margin: 0;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`

/** Widens what a finger may press around a control that is drawn smaller than 44 px. The control is positioned. */
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

/** First stop of the keyboard: jumps past rail and sidebar. Shown only while focused. */
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
