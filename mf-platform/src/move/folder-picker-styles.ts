import styled from 'styled-components'

export const Tree = styled.div.attrs({ role: 'tree' })`
  block-size: min(360px, 50dvh);
  margin-inline: -8px;
  padding: 4px;
  overflow: auto;
  border-radius: 12px;
  background: var(--sunken);
  box-shadow: inset 0 0 0 1px var(--line);
`
export const Item = styled.div.attrs({ role: 'treeitem' })`
  border-radius: 8px;
  cursor: pointer;
  user-select: none;
  outline-offset: -2px;
  &:hover {
    background: var(--hover);
  }
  &[aria-selected='true'] {
    background: var(--selected);
    color: var(--accent-text);
    font-weight: var(--w-medium);
  }
  &[aria-disabled='true'] {
    color: var(--disabled-text);
    cursor: not-allowed;
  }
`
export const Label = styled.div`
  display: flex;
  align-items: center;
  gap: 9px;
  min-block-size: 36px;
  padding-inline-end: 8px;
  & > span:last-child {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  @media (max-width: 640px) {
    min-block-size: 44px;
  }
`
/** The name of a group of folders. */
export const TeamLabel = styled.div`
  padding: 12px 12px 4px;
  font-size: var(--t-12);
  font-weight: var(--w-medium);
  color: var(--text-3);
`
export const Failure = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 4px 12px;
  min-block-size: 44px;
  padding-block: 4px;
  padding-inline-end: 8px;
  color: var(--text-2);
`
export const Toggle = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  inline-size: 20px;
  block-size: 32px;
  margin-inline: -6px -4px;
  color: var(--text-3);
`
