import { css } from 'styled-components'

/** Styles of a tooltip, of a control or of a bar in a chart. */
export const tooltipStyles = css`
  padding: 5px 9px;
  border-radius: 7px;
  background: var(--inverse);
  color: var(--on-inverse);
  box-shadow:
    0 0 0 1px var(--inverse-line),
    0 4px 12px rgb(0 0 0 / 0.16);
  font-size: var(--t-12);
  font-weight: var(--w-medium);
  line-height: 16px;
`
