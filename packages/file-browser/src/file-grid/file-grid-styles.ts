import styled, { css } from 'styled-components'
import { GRID } from './grid-layout.ts'

/** Rows of cards are positioned absolutely by their offsets, as those of the list are. */
export const Cards = styled.div.attrs({ role: 'grid' })`
  position: relative;
  flex: none;
  outline: 0;
  @media (max-width: 640px) {
    padding-inline: 8px;
  }
`
export const CardGroup = styled.div.attrs({ role: 'rowgroup' })`
  display: contents;
`
const line = css`
  position: absolute;
  inset-block-start: 0;
  inset-inline: 0;
`
export const PartTitle = styled.div.attrs({ role: 'presentation' })`
  ${line}
  block-size: ${GRID.titleHeight}px;
  padding: 8px;
  font-size: var(--t-12);
  font-weight: var(--w-medium);
  line-height: 16px;
  letter-spacing: 0;
  color: var(--text-3);
  @media (max-width: 640px) {
    padding-inline: 0;
  }
`
export const cardColumns = css<{ readonly $columns: number; readonly $gap: number }>`
  display: grid;
  grid-template-columns: repeat(${({ $columns }) => $columns}, minmax(0, 1fr));
  column-gap: ${({ $gap }) => $gap}px;
`
export const CardRow = styled.div.attrs({ role: 'row' })<{ readonly $columns: number; readonly $gap: number }>`
  ${line}
  ${cardColumns}
  &:has([aria-invalid]) {
    z-index: 1;
  }
`

const card = css`
  position: relative;
  min-inline-size: 0;
  border-radius: var(--r-l);
  background: var(--surface);
  box-shadow: inset 0 0 0 1px var(--line);
  color: var(--text-3);
  cursor: default;
  user-select: none;
  -webkit-touch-callout: none;
  @media (hover: hover) {
    &:hover {
      background: color-mix(in srgb, var(--surface), var(--text) 3.5%);
    }
    &:hover [data-check],
    &:hover [data-acts] {
      opacity: 1;
    }
    &:hover [data-link] {
      visibility: hidden;
    }
  }
  [data-selecting] & [data-check],
  &[data-active] [data-acts],
  &[aria-selected='true'] [data-acts],
  &:focus-within [data-acts] {
    opacity: 1;
  }
  &[data-active] [data-link],
  &[aria-selected='true'] [data-link],
  &:focus-within [data-link] {
    visibility: hidden;
  }
  &[data-menu] {
    background: var(--selected);
  }
  &[aria-selected='true'] {
    background: var(--selected);
    box-shadow: inset 0 0 0 2px var(--accent-solid);
    @media (hover: hover) {
      &:hover {
        background: var(--selected-hover);
      }
    }
  }
  &[data-cut] {
    --name: var(--text-3);
    & > :first-child {
      opacity: 0.5;
    }
  }
  &[data-drop] {
    outline: 2px solid var(--accent-solid);
    outline-offset: -2px;
    background: var(--selected);
  }
  [role='grid']:focus-visible &[data-active] {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
`
export const FileCardBox = styled.div.attrs({ role: 'gridcell' })`
  ${card}
  display: flex;
  flex-direction: column;
`
/** The check box at the corner of a card. On touch it is there while entries are being selected only. */
export const CardCheck = styled.span`
  position: absolute;
  z-index: 1;
  inset-block-start: 8px;
  inset-inline-start: 8px;
  display: grid;
  border-radius: var(--r-xs);
  box-shadow: 0 0 0 1.5px var(--surface);
  opacity: 0;
  [data-picture] ~ & {
    inset-block-start: 14px;
    inset-inline-start: 14px;
  }
  @media (hover: none), (max-width: 640px) {
    display: none;
    [data-selecting] & {
      display: grid;
    }
  }
`
export const Caption = styled.div`
  display: flex;
  flex: 1;
  align-items: center;
  gap: 4px;
  min-inline-size: 0;
  min-block-size: ${GRID.captionHeight}px;
  padding-inline: 12px 4px;
  @media (max-width: 640px) {
    gap: 0;
    padding-inline: 10px 0;
  }
`
export const CaptionText = styled.div`
  display: grid;
  flex: 1;
  grid-template-columns: minmax(0, 1fr);
  min-inline-size: 0;
`
export const CardLine = styled.span`
  overflow: hidden;
  font-size: var(--t-12);
  line-height: 16px;
  letter-spacing: 0;
  text-overflow: ellipsis;
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
`
export const CardActions = styled.span`
  flex: none;
  opacity: 0;
  @media (hover: none), (max-width: 640px) {
    opacity: 1;
    [data-selecting] & {
      display: none;
    }
  }
`
export const FolderCardBox = styled.div.attrs({ role: 'gridcell' })`
  ${card}
  display: flex;
  align-items: center;
  gap: 12px;
  block-size: ${GRID.folderHeight}px;
  padding-inline: 14px 8px;
  --row-thumb: 36px;
  & > :last-child {
    padding: 0;
  }
  @media (max-width: 640px) {
    gap: 8px;
    padding-inline: 10px 0;
    --row-thumb: 32px;
    /* The name gets the whole first line; star and link follow the facts below it. */
    ${Caption} {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto auto auto;
      align-content: center;
    }
    ${CaptionText} {
      display: contents;
      & > :first-child {
        grid-column: 1 / 4;
      }
    }
    ${CardLine}, ${CaptionText} ~ * {
      grid-row: 2;
    }
    ${CaptionText} ~ * {
      margin-inline-start: 2px;
    }
    ${CaptionText} ~ ${CardActions} {
      grid-area: 1 / 4 / 3;
      /* As wide as a finger; its icon leaves room at the sides. */
      margin-inline-start: -10px;
    }
  }
`
/** Its height follows from the card's width. */
export const PictureBox = styled.div`
  position: relative;
  display: grid;
  flex: none;
  place-items: center;
  aspect-ratio: ${GRID.pictureRatio};
  margin: ${GRID.inset}px ${GRID.inset}px 0;
  overflow: hidden;
  border-radius: 9px;
  background: var(--sunken);
`
