import { css } from 'styled-components'

/** Of a menu that scrolls: fades the entries at an end where there are further ones. */
export const scrollHintStyles = css`
  /* As a grid, its hints could not stick to its ends. */
  display: block;
  scroll-padding-block: 36px;
  &[data-above]::before,
  &[data-below]::after {
    content: '';
    display: block;
    position: sticky;
    z-index: 1;
    block-size: 36px;
    pointer-events: none;
  }
  &[data-above]::before {
    inset-block-start: -6px;
    margin-block-end: -36px;
    background: linear-gradient(var(--raised), transparent);
  }
  &[data-below]::after {
    inset-block-end: -6px;
    margin-block-start: -36px;
    background: linear-gradient(transparent, var(--raised));
  }
  @media (max-width: 640px) {
    &[data-above]::before {
      inset-block-start: -8px;
    }
    &[data-below]::after {
      inset-block-end: calc(-12px - env(safe-area-inset-bottom));
    }
  }
`

/** A ref that marks a scrolling element by `data-above` and `data-below` where it has more content than it shows. */
export function scrollHints(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  const update = () => {
    const { scrollTop, scrollHeight, clientHeight } = element
    element.toggleAttribute('data-above', scrollTop >= 1)
    element.toggleAttribute('data-below', scrollHeight - clientHeight - scrollTop >= 1)
  }
  update()
  element.addEventListener('scroll', update, { passive: true })
  const content = new MutationObserver(update)
  content.observe(element, { childList: true, subtree: true })
  const size = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(update)
  size?.observe(element)
  return () => {
    element.removeEventListener('scroll', update)
    content.disconnect()
    size?.disconnect()
  }
}
