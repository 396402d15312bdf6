import styled from 'styled-components'

/** Its field and its list share the height of the popup: the list scrolls. */
export const Combobox = styled.div`
  display: contents;
`

export const InputLine = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: 14px;
  block-size: 60px;
  padding-inline: 20px;
  border-block-end: 1px solid var(--line);
  & > svg {
    color: var(--icon);
  }
  & > input {
    flex: 1;
    min-inline-size: 0;
    block-size: 100%;
    padding: 0;
    border: 0;
    outline: 0;
    background: none;
    font-size: var(--t-18);
    letter-spacing: -0.014em;
    caret-color: var(--accent-solid);
    &::placeholder {
      color: var(--text-3);
    }
  }
`

export const List = styled.div.attrs({ role: 'listbox' })`
  min-block-size: 0;
  overflow: auto;
  scrollbar-width: thin;
  padding: 8px;
  &:empty {
    display: none;
  }
`

export const Group = styled.div.attrs({ role: 'group' })`
  scroll-margin-block-start: 8px;
`

export const GroupTitle = styled.div.attrs({ role: 'presentation' })`
  padding: 10px 12px 6px;
  color: var(--text-3);
  font-size: var(--t-12);
  font-weight: var(--w-medium);
  line-height: 16px;
  letter-spacing: 0;
`

export const Row = styled.div.attrs({ role: 'option' })`
  display: flex;
  align-items: center;
  gap: 14px;
  block-size: 48px;
  padding-inline: 12px;
  border-radius: var(--r);
  cursor: pointer;
  &[aria-selected='true'] {
    background: var(--selected);
  }
  mark {
    background: none;
    color: var(--accent-text);
    font-weight: var(--w-semi);
  }
`

export const Hint = styled.span`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: 14px;
  color: var(--text-3);
  font-size: var(--t-13);
  @media (max-width: 640px) {
    display: none;
  }
`

export const Footer = styled.div`
  display: flex;
  flex: none;
  gap: 20px;
  padding: 10px 20px;
  border-block-start: 1px solid var(--line);
  background: var(--sunken);
  color: var(--text-3);
  font-size: var(--t-12);
  letter-spacing: 0;
  & > span {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  @media (max-width: 640px) {
    display: none;
  }
`

/** Below the results: that some are missing. */
export const Note = styled.p`
  flex: none;
  padding: 8px 20px 12px;
  color: var(--text-3);
  font-size: var(--t-13);
`
