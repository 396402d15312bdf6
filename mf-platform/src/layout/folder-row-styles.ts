import styled, { css } from 'styled-components'

/** Of what dragged entries can be dropped on, while they are over it. */
export const dropStyles = css`
  &[data-drop] {
    background: var(--selected);
    box-shadow: inset 0 0 0 2px var(--accent-solid);
  }
`
/** Folders of the sidebar, one below the other. */
export const FolderRows = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 1px;
`
/** A folder of the sidebar: a link with its icon and name, and buttons beside it. */
export const FolderRow = styled.div`
  display: flex;
  align-items: center;
  block-size: 32px;
  border-radius: 9px;
  color: var(--text-2);
  &:hover {
    background: var(--hover);
    color: var(--text);
  }
  &:has([aria-current]) {
    background: var(--hover);
    color: var(--text);
    font-weight: var(--w-medium);
  }
  a {
    display: flex;
    flex: 1;
    align-items: center;
    gap: 9px;
    min-inline-size: 0;
    block-size: 100%;
    padding-inline: 6px 8px;
    border-radius: 7px;
    ${dropStyles}
  }
  a > span:last-child {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`
