import styled, { css } from 'styled-components'

/** Header of a popup: icon, title with a line below, and the close button. */
export const PopupHead = styled.div`
  display: flex;
  align-items: flex-start;
  gap: 14px;
  padding-block: 24px 0;
  padding-inline: 24px 20px;
  @media (max-width: 640px) {
    padding-inline-start: 20px;
  }
`

export const PopupTitle = styled.h2`
  font-size: var(--t-18);
  line-height: 24px;
  font-weight: var(--w-semi);
  letter-spacing: -0.016em;
  overflow-wrap: anywhere;
`

/** Content of a popup; its children are 20 px apart. */
export const PopupBody = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
  padding: 20px 24px 24px;
  @media (max-width: 640px) {
    padding: 16px 20px 20px;
  }
`

/** Buttons of a popup, aligned at the end. A destructive one comes first, followed by a `Grow`. */
export const PopupFooter = styled.div`
  position: sticky;
  inset-block-end: 0;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: 8px;
  padding: 16px 24px;
  border-block-start: 1px solid var(--line);
  background: inherit;
  @media (max-width: 640px) {
    padding: 12px 20px calc(12px + env(safe-area-inset-bottom));
  }
`

/** Styles of a popup, which is a bottom sheet on a phone. Its width is `--popup-width`. */
export const popupStyles = css`
  position: fixed;
  z-index: var(--z-popup);
  inset: 0;
  block-size: fit-content;
  inline-size: min(var(--popup-width, 490px), calc(100vw - 32px));
  max-block-size: calc(100dvh - 48px);
  margin: auto;
  overflow: auto;
  scrollbar-width: none;
  border-radius: 18px;
  background: var(--popup);
  color: var(--text);
  box-shadow: var(--sh-4);
  &:focus {
    outline: 0;
  }
  @media (max-width: 640px) {
    inset-block-start: auto;
    inline-size: 100%;
    /* Toasts are above it. */
    max-block-size: calc(100dvh - 24px - var(--toast-space, 0px));
    margin: 0;
    border-radius: 20px 20px 0 0;
  }
`
