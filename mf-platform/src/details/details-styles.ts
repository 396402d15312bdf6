import styled from 'styled-components'

/** A part of the details, below a line. */
export const Section = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  padding: 16px 20px;
  border-block-start: 1px solid var(--line);
  &:first-of-type {
    border: 0;
    padding-block-start: 4px;
  }
  @media (max-width: 640px) {
    padding-inline: 0;
  }
`
/** The picture has a margin of 6 px. */
export const PictureFrame = styled.div`
  margin: -6px -6px 0;
  & > * {
    border-radius: 12px;
  }
`
export const Title = styled.div`
  font-weight: var(--w-semi);
  font-size: var(--t-15);
  letter-spacing: -0.01em;
  overflow-wrap: anywhere;
`
export const Line = styled.div`
  color: var(--text-3);
  font-size: var(--t-13);
  line-height: 20px;
`
export const Facts = styled.dl`
  display: grid;
  grid-template-columns: 92px minmax(0, 1fr);
  row-gap: 10px;
  column-gap: 8px;
  font-size: var(--t-13);
  line-height: 20px;
  dt {
    min-inline-size: 0;
    color: var(--text-3);
    overflow-wrap: anywhere;
    hyphens: auto;
  }
  dd {
    min-inline-size: 0;
    margin: 0;
    color: var(--text);
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
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
