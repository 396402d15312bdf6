import styled, { createGlobalStyle } from 'styled-components'

/** Prints the content of the layer alone. */
export const PageStyle = createGlobalStyle`
  /* Some browsers go back in the history on a swipe, which would close the layer. */
  html {
    overscroll-behavior-x: none;
  }
  @media print {
    body > :not(:has([data-full-screen-layer])) { display: none !important; }
    html, body { background: #fff !important; overflow: visible !important; block-size: auto !important; }
    [data-printed] { display: block !important; }
    [data-printed] img { inline-size: 100%; break-after: page; }
  }
`

export const Bar = styled.header`
  display: flex;
  flex: none;
  align-items: center;
  gap: 4px;
  min-block-size: 60px;
  padding-inline: 12px;
  @media (max-width: 640px) {
    padding-inline: 4px;
  }
  @media print {
    display: none;
  }
`

export const Name = styled.div`
  display: flex;
  flex: 1;
  align-items: baseline;
  gap: 12px;
  min-inline-size: 0;
  padding-inline: 8px;
  h1 {
    overflow: hidden;
    font-weight: var(--w-semi);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  small {
    flex: none;
    color: var(--text-3);
    font-size: var(--t-13);
    font-variant-numeric: tabular-nums;
  }
  @media (max-width: 640px) {
    flex-direction: column;
    gap: 0;
    h1 {
      max-inline-size: 100%;
    }
    small {
      font-size: var(--t-12);
    }
  }
`

export const Position = styled.span`
  flex: none;
  padding-inline: 12px;
  color: var(--text-3);
  font-size: var(--t-13);
  font-variant-numeric: tabular-nums;
`

export const Content = styled.div`
  position: relative;
  flex: 1;
  min-block-size: 0;
  min-inline-size: 0;
  padding-inline: 72px;
  @media (max-width: 640px) {
    padding-inline: 0;
  }
  @media print {
    padding: 0;
  }
`

const stepButton = `
  position: absolute;
  inset-block-start: calc(50% - 22px);
  z-index: 1;
`
export const Before = styled.div`
  ${stepButton}
  inset-inline-start: 16px;
  & > button {
    border-radius: 50%;
    background: rgb(255 255 255 / 0.07);
  }
  @media print, (max-width: 640px) {
    display: none;
  }
`
export const After = styled(Before)`
  inset-inline: auto 16px;
`

/** Actions at the bottom of a phone's screen. */
export const PhoneBar = styled.div`
  display: flex;
  flex: none;
  justify-content: space-around;
  padding: 8px 8px calc(8px + env(safe-area-inset-bottom));
  @media print {
    display: none;
  }
`

export const Film = styled.div`
  display: flex;
  flex: none;
  justify-content: center;
  gap: 6px;
  overflow: hidden;
  padding: 12px 16px;
  button {
    display: grid;
    flex: none;
    place-items: center;
    inline-size: 64px;
    block-size: 44px;
    overflow: hidden;
    border-radius: 6px;
    background: rgb(255 255 255 / 0.06);
    opacity: 0.55;
    &:hover {
      opacity: 0.85;
    }
    &[aria-current] {
      opacity: 1;
      outline: 2px solid #fff;
      outline-offset: 2px;
    }
  }
  img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  @media print, (max-width: 640px), (max-height: 560px) {
    display: none;
  }
`
