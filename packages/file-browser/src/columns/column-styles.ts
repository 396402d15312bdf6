import { Link } from '@holdall/section'
import styled from 'styled-components'

/** Date and size below the name, where their columns do not fit. */
export const Meta = styled.span`
  display: none;
  align-items: center;
  gap: 6px;
  overflow: hidden;
  color: var(--text-3);
  font-size: var(--t-13);
  line-height: 18px;
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
  & > * {
    flex: none;
  }
  & > :last-child {
    flex: 0 1 auto;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  @container pane (max-width: 560px) {
    display: flex;
  }
  &[data-location] {
    @container pane (max-width: 700px) {
      display: flex;
    }
    /* Date and size still have columns of their own. */
    @container pane (min-width: 561px) {
      & > :not([data-part='location']) {
        display: none;
      }
    }
  }
`
/** A path; its last name, the folder itself, is the last to be cut off. */
export const Location = styled.span`
  display: flex;
  min-inline-size: 0;
  white-space: pre;
  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
`
/** The names before it, which shrink first and are hidden where date and size are on the same line. */
export const Above = styled.span`
  display: contents;
  & > span {
    flex: 0 1000 auto;
    min-inline-size: 1.5em;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  @container pane (max-width: 560px) {
    display: none;
  }
`
/** The link of a cell. */
export const CellLink = styled(Link)`
  display: block;
  inline-size: fit-content;
  max-inline-size: 100%;
  margin-inline: -6px;
  padding: 4px 6px;
  border-radius: 6px;
  &:hover {
    color: var(--text);
    text-decoration: underline;
  }
`
export const SharedCell = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  white-space: nowrap;
  &[data-none] {
    color: var(--text-3);
  }
  &[data-expired] {
    color: var(--warn-text);
  }
`
