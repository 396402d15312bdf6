import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styled from 'styled-components'

/** The height of the trays, for what has to be beside them or scroll past them. */
const SPACE = '--tray-space'

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
export function TrayCorner({ children }: { readonly children: ReactNode }) {
  const corner = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const measure = () => {
      style.setProperty(SPACE, `${String(corner.current?.offsetHeight ?? 0)}px`)
    }
    measure()
    const release = () => {
      style.removeProperty(SPACE)
    }
    if (!corner.current || typeof ResizeObserver === 'undefined') return release
    const observer = new ResizeObserver(measure)
    observer.observe(corner.current)
    return () => {
      observer.disconnect()
      release()
    }
  }, [])
  return <Corner ref={corner}>{children}</Corner>
}
