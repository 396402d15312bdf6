import styled from 'styled-components'

/** Header of a page: the path and the main action. */
export const TopBar = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: 10px;
  block-size: var(--bar);
  padding-inline: 24px 16px;
  @media (max-width: 640px) {
    gap: 2px;
    padding-inline: 16px 8px;
  }
`
/** View bar and selection bar have the same height. */
export const SubBar = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: 8px;
  block-size: var(--subbar);
  padding-inline: 24px 16px;
  font-size: var(--t-13);
  color: var(--text-3);
  & > button {
    flex: none;
  }
  @media (max-width: 640px) {
    gap: 4px;
    padding-inline: 16px 8px;
  }
`
/** The summary of a folder's content, on one line. */
export const Count = styled.bdi`
  min-inline-size: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  @media (max-width: 640px) {
    font-size: var(--t-12);
  }
`
export const SelectionBox = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: 2px;
  block-size: 44px;
  margin: 0 16px 8px;
  padding-inline: 6px;
  overflow: hidden;
  border-radius: var(--r);
  background: var(--accent-soft);
  box-shadow: inset 0 0 0 1px var(--accent-line);
  --hover: color-mix(in srgb, var(--accent-text), transparent 90%);
  & > button {
    block-size: 32px;
    border-radius: 8px;
    color: var(--text);
  }
  & > button > svg {
    color: var(--accent-text);
  }
`
export const Divide = styled.span`
  flex: none;
  inline-size: 1px;
  block-size: 20px;
  margin-inline: 6px;
  background: var(--accent-line);
`
export const Sum = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  padding-inline: 4px 10px;
  font-size: var(--t-13);
  white-space: nowrap;
  color: var(--text-2);
  b {
    color: var(--text);
    font-weight: var(--w-semi);
  }
`
/** Actions at the bottom of a phone's screen, above the navigation bar. */
export const PhoneActions = styled.div`
  position: fixed;
  z-index: var(--z-tray);
  inset-inline: 0;
  inset-block-end: 0;
  display: flex;
  block-size: calc(64px + env(safe-area-inset-bottom));
  padding-block-end: env(safe-area-inset-bottom);
  background: var(--surface);
  box-shadow: 0 -1px 0 var(--line);
  button {
    display: grid;
    flex: 1;
    align-content: center;
    justify-items: center;
    gap: 3px;
    min-inline-size: 0;
    font-size: var(--t-11);
    font-weight: var(--w-medium);
    line-height: 14px;
    color: var(--text-2);
    &[data-danger] {
      color: var(--danger-text);
    }
  }
`
