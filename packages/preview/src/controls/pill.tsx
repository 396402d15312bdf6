import type { ReactNode } from 'react'
import styled from 'styled-components'

const Box = styled.div`
  position: absolute;
  inset-block-end: 16px;
  left: 50%;
  z-index: 1;
  display: flex;
  align-items: center;
  max-inline-size: calc(100% - 16px);
  padding: 4px;
  border-radius: 12px;
  background: rgb(20 26 24 / 0.86);
  box-shadow:
    0 0 0 1px rgb(255 255 255 / 0.08),
    0 8px 24px rgb(0 0 0 / 0.4);
  backdrop-filter: blur(12px);
  font-size: var(--t-13);
  font-variant-numeric: tabular-nums;
  transform: translateX(-50%);
  white-space: nowrap;
  @media print {
    display: none;
  }
`

/** Text in a pill that keeps its width while its number changes. */
export const PillText = styled.span`
  min-inline-size: 52px;
  padding-inline: 4px;
  text-align: center;
`

/** Controls of a viewer, above the bottom of its content. */
export const Pill = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <Box role="toolbar" aria-label={label}>
    {children}
  </Box>
)
