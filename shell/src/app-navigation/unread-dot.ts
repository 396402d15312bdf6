import styled from 'styled-components'

/** A dot at the end of the icon in it, with `data-unread`. */
export const UnreadDot = styled.span`
  position: relative;
  display: grid;
  flex: none;
  &[data-unread]::after {
    content: '';
    position: absolute;
    inset-block-start: 8px;
    inset-inline-end: 9px;
    inline-size: 8px;
    block-size: 8px;
    border-radius: 50%;
    background: var(--accent-solid);
    box-shadow: 0 0 0 2px var(--canvas);
    pointer-events: none;
  }
  @media (forced-colors: active) {
    &[data-unread]::after {
      background: Highlight;
    }
  }
`
