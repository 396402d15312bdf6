import styled from 'styled-components'

/** A part of the details, below a line. */
export const DetailsSection = styled.section`
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
/** A sentence of the details. */
export const DetailsText = styled.div`
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
