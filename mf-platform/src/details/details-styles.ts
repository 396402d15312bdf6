import styled from 'styled-components'

/** What of an entry is shown. */
export const Tabs = styled.div`
  padding: 4px 20px 12px;
  @media (max-width: 640px) {
    padding-inline: 0;
  }
`
export const LinkLine = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  block-size: 40px;
  padding-inline: 12px 2px;
  border-radius: var(--r);
  background: var(--sunken);
  box-shadow: inset 0 0 0 1px var(--line-2);
  font-size: var(--t-13);
  & > span {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    direction: ltr;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`
export const WhereButton = styled.button.attrs({ type: 'button' })`
  position: relative;
  max-inline-size: 100%;
  border-radius: 6px;
  color: var(--accent-text);
  font-weight: var(--w-medium);
  text-align: start;
  overflow-wrap: anywhere;
  &:hover {
    text-decoration: underline;
  }
  @media (max-width: 640px) {
    /* For fingers, the line of the fact and half of the lines beside it. */
    &::after {
      content: '';
      position: absolute;
      inset: -12px 0;
    }
  }
`
