import { Menu as Base } from '@base-ui/react/menu'
import styled, { css } from 'styled-components'
import { fieldStyles } from '../field/field-control.ts'
import { scrollHintStyles } from './scroll-hints.ts'

/** Attributes of a menu's container. It is at the end of the body, where it has to be a landmark of its own. */
export const portalRegion = (label: string) => ({ role: 'region', 'aria-label': label })
/** The same, with the name of another element. */
export const portalRegionOf = (labelId: string) => ({ role: 'region', 'aria-labelledby': labelId })

/** Position of a menu: at its anchor, or at the bottom of a phone's screen. */
export const positionerStyles = css`
  z-index: var(--z-menu);
  outline: 0;
  @media (max-width: 640px) {
    /* Overrides the position that the library writes on the element. */
    position: fixed !important;
    inset: auto 0 0 0 !important;
    inline-size: 100% !important;
    transform: none !important;
  }
`
/** The button of a select box. */
export const selectTriggerStyles = css`
  ${fieldStyles}
  justify-content: space-between;
  padding-inline-end: 10px;
  cursor: pointer;
  text-align: start;
  & > svg {
    color: var(--icon);
  }
`
export const Positioner = styled(Base.Positioner)`
  ${positionerStyles}
`

export const panelStyles = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  min-inline-size: 236px;
  max-inline-size: min(400px, calc(100vw - 16px));
  max-block-size: var(--available-height);
  padding: 6px;
  overflow: auto;
  scrollbar-width: thin;
  border-radius: 12px;
  background: var(--raised);
  color: var(--text);
  box-shadow: var(--sh-3);
  transform-origin: var(--transform-origin);
  transition:
    opacity var(--m) var(--ease),
    transform var(--m) var(--ease);
  &:focus {
    outline: 0;
  }
  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
    transform: scale(0.96);
  }
  &[data-ending-style] {
    transition-duration: 100ms;
  }
  @media (prefers-reduced-motion: reduce) {
    &[data-ending-style] {
      transition-duration: 0ms;
    }
  }
  @media (max-width: 640px) {
    max-inline-size: none;
    /* Toasts are above it. */
    max-block-size: calc(100dvh - max(48px, 24px + var(--toast-space, 0px)));
    padding: 8px 8px calc(12px + env(safe-area-inset-bottom));
    border-radius: 20px 20px 0 0;
    box-shadow: var(--sh-4);
    &[data-starting-style],
    &[data-ending-style] {
      transform: translateY(8px);
    }
  }
`
export const Panel = styled(Base.Popup)`
  ${panelStyles}
  ${scrollHintStyles}
`
/** Beside its menu there may be less room than a menu takes. */
export const SubmenuPanel = styled(Panel)`
  min-inline-size: 0;
  max-inline-size: min(400px, var(--available-width));
`

/** Dims the page behind a bottom sheet; on a wide screen menus do not dim it. */
export const dimStyles = css`
  display: none;
  @media (max-width: 640px) {
    display: block;
    position: fixed;
    inset: 0;
    z-index: var(--z-menu);
    background: var(--dim);
    transition: opacity var(--m-slow) var(--ease);
    &[data-starting-style],
    &[data-ending-style] {
      opacity: 0;
    }
    /* A select that is closed keeps it. */
    &[hidden] {
      display: none;
    }
  }
`
export const Dim = styled(Base.Backdrop)`
  ${dimStyles}
`

/** The handle of a bottom sheet. */
export const Grab = styled.div`
  display: none;
  @media (max-width: 640px) {
    display: block;
    inline-size: 36px;
    block-size: 4px;
    margin: 0 auto 8px;
    border-radius: 2px;
    background: var(--line-2);
  }
`
export const SheetHead = styled.div`
  display: none;
  @media (max-width: 640px) {
    display: flex;
    align-items: center;
    gap: 12px;
    margin-block-end: 8px;
    padding: 8px 12px 14px;
    border-block-end: 1px solid var(--line);
  }
`

export const itemStyles = css`
  display: flex;
  align-items: center;
  gap: 10px;
  min-block-size: 36px;
  padding-inline: 10px 8px;
  border-radius: var(--r-s);
  font-size: var(--t-14);
  line-height: 20px;
  color: var(--text);
  cursor: default;
  user-select: none;
  & > svg {
    color: var(--icon);
  }
  &:focus-visible {
    outline: 0;
  }
  &[data-highlighted] {
    background: var(--hover);
  }
  &[data-danger] {
    color: var(--danger-text);
    & > svg {
      color: inherit;
    }
    &[data-highlighted] {
      background: var(--danger-soft);
    }
  }
  &[data-two] {
    gap: 12px;
    padding-block: 8px;
  }
  &[aria-disabled='true'],
  &[data-disabled] {
    color: var(--disabled-text);
    & > svg {
      color: inherit;
      opacity: 0.7;
    }
  }
  @media (max-width: 640px) {
    gap: 16px;
    min-block-size: 48px;
    padding-inline: 14px;
    font-size: var(--t-15);
    & > svg {
      inline-size: 20px;
      block-size: 20px;
      stroke-width: 1.8;
    }
  }
  @media (forced-colors: active) {
    &[data-highlighted] {
      outline: 2px solid;
      outline-offset: -2px;
    }
  }
`
export const Item = styled(Base.Item)`
  ${itemStyles}
`
/** Opens a submenu. */
export const SubmenuItem = styled(Base.SubmenuTrigger)`
  ${itemStyles}
  &[data-popup-open] {
    background: var(--hover);
  }
`
/** One of several choices: a check box of the library, with the role of a radio for screen readers. */
export const ChoiceItem = styled(Base.CheckboxItem).attrs({ role: 'menuitemradio' })`
  ${itemStyles}
`
/** Up to four main actions in a row at the top of a bottom sheet. */
export const QuickRow = styled.div`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: 4px;
  padding: 4px 4px 8px;
`
export const QuickItem = styled(Base.Item)`
  display: grid;
  justify-items: center;
  align-content: start;
  gap: 6px;
  padding-block: 10px;
  border-radius: var(--r);
  font-size: var(--t-12);
  font-weight: var(--w-medium);
  line-height: 16px;
  letter-spacing: 0;
  text-align: center;
  color: var(--text-2);
  user-select: none;
  & > span {
    display: grid;
    place-items: center;
    inline-size: 44px;
    block-size: 44px;
    border-radius: 50%;
    background: var(--press);
    color: var(--text);
  }
  &:focus-visible {
    outline: 0;
  }
  &[data-highlighted] {
    background: var(--hover);
  }
  &[aria-disabled='true'] {
    color: var(--disabled-text);
    & > span {
      color: inherit;
    }
  }
`
export const Words = styled.span`
  flex: 1;
  min-inline-size: 0;
  overflow-wrap: anywhere;
`
export const Help = styled.span`
  display: block;
  font-size: var(--t-12);
  line-height: 16px;
  letter-spacing: 0;
  color: var(--text-3);
`
export const Shortcut = styled.span`
  flex: none;
  min-inline-size: 16px;
  padding-inline-start: 24px;
  font-size: var(--t-12);
  letter-spacing: 0;
  color: var(--text-3);
  svg {
    display: block;
  }
  @media (max-width: 640px) {
    &[aria-hidden] {
      display: none;
    }
  }
`
export const Label = styled.div`
  padding: 6px 10px 4px;
  font-size: var(--t-12);
  font-weight: var(--w-medium);
  letter-spacing: 0;
  color: var(--text-3);
  @media (max-width: 640px) {
    padding-inline: 14px;
  }
`
export const Line = styled(Base.Separator)`
  block-size: 1px;
  margin: 6px 4px;
  background: var(--line);
  [data-theme='dark'] & {
    background: var(--line-2);
  }
`
