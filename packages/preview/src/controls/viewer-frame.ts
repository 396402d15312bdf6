import { css } from 'styled-components'

/** A sheet as high as the preview, for what scrolls in itself. */
export const viewerFrameStyles = css`
  display: flex;
  flex-direction: column;
  block-size: 100%;
  margin-inline: auto;
  overflow: hidden;
  border-radius: var(--r-l) var(--r-l) 0 0;
  background: var(--raised);
`
