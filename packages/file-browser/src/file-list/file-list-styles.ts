import styled, { css } from 'styled-components'
import { type Columns, columnsOf } from '../columns/columns.tsx'

/** Columns depend on its width, not on the window's. */
export const Pane = styled.div`
  container: pane / inline-size;
  position: relative;
  flex: 1;
  /* Always flex: a change of the display when the list is loaded would count as a layout shift. */
  display: flex;
  flex-direction: column;
  min-inline-size: 0;
  min-block-size: 0;
  overflow: auto;
  overflow-anchor: none;
  /* Space to scroll the last rows above the upload tray. */
  padding: 0 16px calc(96px + var(--tray-space, 0px) + var(--upper-tray-space, 0px));
  scrollbar-width: thin;
  scrollbar-color: var(--line-2) transparent;
  outline: 0;
  @media (max-width: 640px) {
    padding-inline: 8px;
  }
  &[data-drop] {
    box-shadow: inset 0 0 0 2px var(--accent-solid);
    border-radius: var(--r-l);
    background: var(--selected);
  }
`

interface InColumns {
  readonly $columns: Columns
}

/** Tracks of the columns; a narrow pane has room for one date. */
const tracksOf = (columns: Columns, isNarrow: boolean): string =>
  columnsOf(columns)
    .filter(({ id }) => !isNarrow || id !== 'modified')
    .map(({ track }) => track)
    .join(' ')

const columns = css<InColumns>`
  display: grid;
  grid-template-columns: 40px minmax(0, 1fr) ${({ $columns }) => tracksOf($columns, false)} 72px;
  align-items: center;
  column-gap: 8px;
  padding-inline: 0 4px;
  @container pane (max-width: 960px) {
    grid-template-columns: 40px minmax(0, 1fr) ${({ $columns }) => tracksOf($columns, true)} 72px;
    [data-only-date='date'] & > [data-col='modified'],
    [data-only-date='modified'] & > [data-col='date'] {
      display: none;
    }
  }
  @container pane (max-width: 700px) {
    grid-template-columns: 40px minmax(0, 1fr) 132px 92px 72px;
    & > [data-col='shared'],
    & > [data-col='location'] {
      display: none;
    }
  }
`

export const HeadRow = styled.div.attrs({ role: 'row' })<InColumns>`
  ${columns}
  position: sticky;
  inset-block-start: 0;
  z-index: var(--z-sticky);
  block-size: 36px;
  margin-block-end: 4px;
  border-block-end: 1px solid var(--line);
  background: var(--surface);
  font-size: var(--t-12);
  font-weight: var(--w-medium);
  letter-spacing: 0;
  color: var(--text-3);
  [data-col='check'] {
    display: grid;
    place-items: center;
  }
  [data-col='size'] {
    text-align: end;
  }
  button {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    margin-inline: -6px;
    padding: 4px 6px;
    border-radius: 6px;
    &:hover {
      background: var(--hover);
      color: var(--text);
    }
  }
  [aria-sort='ascending'] button,
  [aria-sort='descending'] button {
    color: var(--text);
  }
  [data-col='size'] button {
    flex-direction: row-reverse;
  }
  @container pane (max-width: 560px) {
    display: none;
  }
`

/** Rows are positioned absolutely by their offsets, so that adding or removing one does not move the others. */
export const Rows = styled.div.attrs({ role: 'grid' })`
  position: relative;
  flex: none;
  outline: 0;
`

/** The roles of a table are set here: its rows are positioned absolutely, which `tr` does not allow. */
export const RowGroup = styled.div.attrs({ role: 'rowgroup' })``
export const HeadCell = styled.span.attrs({ role: 'columnheader' })``
export const Cell = styled.span.attrs({ role: 'gridcell' })``

export const RowBox = styled.div.attrs({ role: 'row' })<InColumns>`
  ${columns}
  position: absolute;
  inset-block-start: 0;
  inset-inline: 0;
  block-size: var(--row);
  border-radius: var(--r);
  cursor: default;
  color: var(--text-2);
  font-size: var(--t-13);
  user-select: none;
  -webkit-touch-callout: none;
  & > [data-col='check'] {
    display: grid;
    place-items: center;
    opacity: 0;
  }
  & > [data-col='date'],
  & > [data-col='modified'],
  & > [data-col='size'] {
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  & > [data-col='size'] {
    text-align: end;
  }
  & > [data-col='acts'] {
    display: flex;
    justify-content: flex-end;
    opacity: 0;
    & > button {
      inline-size: 32px;
      block-size: 32px;
    }
  }
  @media (hover: hover) {
    &:hover {
      background: var(--hover);
    }
    &:hover > [data-col='check'],
    &:hover > [data-col='acts'] {
      opacity: 1;
    }
  }
  [data-selecting] & > [data-col='check'],
  &[data-active] > [data-col='acts'],
  &[aria-selected='true'] > [data-col='acts'],
  &:focus-within > [data-col='acts'] {
    opacity: 1;
  }
  &[data-menu] {
    background: var(--selected);
  }
  &[aria-selected='true'] {
    background: var(--selected);
    &:hover {
      background: var(--selected-hover);
    }
  }
  &[aria-selected='true'] + &[aria-selected='true'] {
    border-start-start-radius: 0;
    border-start-end-radius: 0;
    &::before {
      content: '';
      position: absolute;
      inset-inline: 12px;
      inset-block-start: 0;
      block-size: 1px;
      background: var(--accent-line);
      opacity: 0.6;
    }
  }
  &[aria-selected='true']:has(+ [aria-selected='true']) {
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
  &[data-cut] {
    --name: var(--text-3);
    color: var(--text-3);
  }
  &:has([aria-invalid]) {
    z-index: 1;
  }
  &[data-drop] {
    outline: 2px solid var(--accent-solid);
    outline-offset: -2px;
    background: var(--selected);
  }
  [role='grid']:focus-visible &[data-active] {
    outline: 2px solid var(--focus);
    outline-offset: -2px;
  }
  @container pane (max-width: 560px) {
    grid-template-columns: minmax(0, 1fr) 44px;
    column-gap: 4px;
    padding-inline: 8px 0;
    & > [data-col='check'],
    & > [data-col='date'],
    & > [data-col='modified'],
    & > [data-col='size'],
    & > [data-col='acts'] > [data-extra] {
      display: none;
    }
    & > [data-col='acts'] {
      opacity: 1;
      & > button {
        inline-size: 44px;
        block-size: 44px;
      }
    }
    [data-selecting] & {
      grid-template-columns: 40px minmax(0, 1fr);
      padding-inline: 0 8px;
    }
    [data-selecting] & > [data-col='check'] {
      display: grid;
    }
    [data-selecting] & > [data-col='acts'] {
      display: none;
    }
  }
`

export const NameCell = styled.div.attrs({ role: 'gridcell' })`
  display: flex;
  align-items: center;
  gap: 12px;
  min-inline-size: 0;
  [data-cut] > & > :first-child {
    opacity: 0.5;
  }
`
export const NameBody = styled.div`
  display: grid;
  flex: 1;
  grid-template-columns: minmax(0, 1fr);
  gap: 1px;
  min-inline-size: 0;
`
export const NameLine = styled.span`
  display: flex;
  align-items: center;
  gap: 8px;
  min-inline-size: 0;
`
/** In place of the column for links, where that does not fit and there is no line below the name. */
export const NarrowLinkMark = styled.span`
  display: none;
  @container pane (min-width: 561px) and (max-width: 700px) {
    display: contents;
  }
`
export const Name = styled.span`
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  color: var(--name, var(--text));
  font-size: var(--t-14);
  font-weight: var(--w-medium);
  letter-spacing: -0.008em;
  line-height: 20px;
  @media (max-width: 640px) {
    font-size: var(--t-15);
  }
`
export const ListEnd = styled.p`
  padding-block: 24px;
  text-align: center;
  font-size: var(--t-12);
  letter-spacing: 0;
  color: var(--text-3);
`
