import { useReservedSpace } from '@holdall/ui'
import type { ReactNode } from 'react'
import styled from 'styled-components'

const Corner = styled.div`
  position: fixed;
  z-index: var(--z-tray);
  inset-block-end: calc(24px + var(--notice-space, 0px));
  inset-inline-end: 24px;
  inline-size: 384px;
  display: flex;
  flex-direction: column;
  gap: 8px;
  max-block-size: calc(100dvh - 96px - var(--notice-space, 0px));
  @media (max-width: 640px) {
    inset-inline: 8px;
    inline-size: auto;
    inset-block-end: calc(72px + env(safe-area-inset-bottom) + var(--notice-space, 0px));
  }
`

/** The corner of the page with the trays, one above the other. */
export const TrayCorner = ({ children }: { readonly children: ReactNode }) => (
  <Corner ref={useReservedSpace('--tray-space')}>{children}</Corner>
)
