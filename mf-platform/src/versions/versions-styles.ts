import styled from 'styled-components'

export const Versions = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  margin: 0;
  padding: 0;
  list-style: none;
  li {
    display: flex;
    flex-wrap: wrap;
    column-gap: 12px;
    align-items: center;
    justify-content: space-between;
    padding-block: 10px;
    border-block-end: 1px solid var(--line);
  }
  li:last-child {
    border-block-end: 0;
  }
`
/** When a version was replaced, and by whom. */
export const When = styled.div`
  flex: 1;
  min-inline-size: 180px;
  line-height: 20px;
  overflow-wrap: anywhere;
  b {
    display: block;
    font-size: var(--t-14);
    font-weight: var(--w-medium);
  }
  span {
    color: var(--text-2);
    font-size: var(--t-13);
  }
`
export const Buttons = styled.div`
  display: flex;
  flex: none;
  gap: 2px;
  @media (max-width: 640px) {
    margin-inline-start: -12px;
  }
`
