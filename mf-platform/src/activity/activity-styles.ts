import styled from 'styled-components'

export const Items = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 18px;
  margin: 0;
  padding: 0;
  list-style: none;
  li {
    display: grid;
    grid-template-columns: 32px minmax(0, 1fr);
    gap: 12px;
  }
`
/** The icon of who has no account. */
export const Sign = styled.span`
  display: grid;
  place-items: center;
  inline-size: 32px;
  block-size: 32px;
  border-radius: 50%;
  background: var(--grey-s);
  color: var(--grey-t);
`
export const Who = styled.div`
  display: flex;
  flex-wrap: wrap;
  column-gap: 8px;
  align-items: baseline;
  justify-content: space-between;
  line-height: 20px;
  b {
    min-inline-size: 0;
    font-weight: var(--w-semi);
    font-size: var(--t-13);
    overflow-wrap: anywhere;
  }
  time {
    flex: none;
    color: var(--text-3);
    font-size: var(--t-12);
  }
`
export const What = styled.div`
  color: var(--text);
  font-size: var(--t-13);
  line-height: 20px;
  overflow-wrap: anywhere;
  text-wrap: pretty;
  a {
    color: var(--accent-text);
    font-weight: var(--w-medium);
    &:hover {
      text-decoration: underline;
    }
  }
`
export const Sub = styled.div`
  color: var(--text-3);
  font-size: var(--t-13);
  line-height: 20px;
  overflow-wrap: anywhere;
`
export const More = styled.div`
  display: grid;
  justify-items: start;
  margin-block-start: 18px;
`
