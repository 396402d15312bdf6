import { Sheet as BaseSheet } from '@holdall/ui'
import styled from 'styled-components'

export const Frame = styled.div`
  display: grid;
  grid-template-columns: var(--sidebar) minmax(0, 1fr);
  grid-template-rows: minmax(0, 1fr);
  flex: 1;
  min-inline-size: 0;
  min-block-size: 0;
  @media (max-width: 1023px) {
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: auto minmax(0, 1fr);
  }
`
export const Side = styled.div`
  display: flex;
  flex-direction: column;
  gap: 16px;
  min-block-size: 0;
  padding-block: 16px;
  padding-inline: 2px 14px;
  @media (max-width: 1023px) {
    padding: 8px 12px 0;
  }
  @media (max-width: 640px) {
    padding-block-end: 8px;
  }
`
export const Head = styled.div`
  display: flex;
  align-items: center;
  min-block-size: 40px;
  padding-inline-start: 10px;
  @media (max-width: 1023px) {
    display: none;
  }
`
export const Nav = styled.nav`
  display: grid;
  gap: 1px;
  @media (max-width: 1023px) {
    display: flex;
    gap: 4px;
    overflow-x: auto;
  }
`
export const Entry = styled.a`
  display: flex;
  align-items: center;
  gap: 10px;
  block-size: 36px;
  padding-inline: 10px;
  border-radius: 9px;
  color: var(--text-2);
  font-weight: var(--w-medium);
  white-space: nowrap;
  transition: background var(--m-fast) var(--ease);
  svg {
    color: var(--icon);
  }
  &:hover {
    background: var(--hover);
    color: var(--text);
  }
  &[aria-current] {
    background: var(--accent-soft-2);
    color: var(--accent-text);
    svg {
      color: inherit;
    }
  }
  @media (max-width: 640px) {
    block-size: 44px;
  }
`
export const Version = styled.div`
  margin-block-start: auto;
  padding-inline: 10px;
  font-size: var(--t-12);
  letter-spacing: 0;
  color: var(--text-3);
  @media (max-width: 1023px) {
    display: none;
  }
`
export const Sheet = styled(BaseSheet)`
  @media (max-width: 1023px) {
    margin-inline-start: var(--sheet-gap);
  }
`
export const Bar = styled.header`
  display: flex;
  flex: none;
  align-items: center;
  gap: 10px;
  min-block-size: var(--bar);
  padding-inline: 32px 16px;
  h1 {
    flex: 1;
    min-inline-size: 0;
    font-size: var(--t-18);
    line-height: 28px;
    font-weight: var(--w-semi);
    letter-spacing: -0.016em;
  }
  @media (max-width: 1023px) {
    padding-inline-start: 24px;
  }
  @media (max-width: 640px) {
    padding-inline: 16px;
  }
`
export const Content = styled.div`
  container: content / inline-size;
  flex: 1;
  overflow: auto;
  padding: 8px 32px 64px;
  scrollbar-width: thin;
  scrollbar-color: var(--line-2) transparent;
  @media (max-width: 1023px) {
    padding-inline: 24px;
  }
  @media (max-width: 640px) {
    padding-inline: 16px;
  }
`
/** Four beside each other, or two by two: never three and one. */
export const Quarters = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 16px;
  margin-block-end: 16px;
  @container content (min-width: 760px) {
    grid-template-columns: repeat(4, minmax(0, 1fr));
  }
  @media (max-width: 640px) {
    gap: 12px;
  }
`
export const Columns = styled.div<{ $minWidth: number }>`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(${({ $minWidth }) => $minWidth}px, 100%), 1fr));
  gap: 16px;
  & + & {
    margin-block-start: 16px;
  }
`
