import { Link } from '@holdall/section'
import { buttonStyles, hiddenStyles } from '@holdall/ui'
import styled from 'styled-components'

export const Frame = styled.div`
  display: grid;
  grid-template-columns: 280px minmax(0, 1fr);
  flex: 1;
  @media (max-width: 1023px) {
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: auto 1fr;
  }
`
export const Side = styled.div`
  display: flex;
  flex-direction: column;
  gap: 40px;
  padding-block: 32px 24px;
  padding-inline: 32px 24px;
  & > span:first-child {
    align-self: start;
  }
  @media (max-width: 1023px) {
    flex-flow: row wrap;
    align-items: center;
    gap: 12px 24px;
    padding: 16px 24px 12px;
    & > span:first-child {
      align-self: center;
    }
  }
  @media (max-width: 640px) {
    padding: 12px 16px 8px;
  }
`
/** Beside the sheet; on smaller screens a row below the logo, with a line from each step to the next. */
export const Steps = styled.ol`
  display: grid;
  gap: 2px;
  @media (max-width: 1023px) {
    display: flex;
    order: 1;
    inline-size: 100%;
    align-items: center;
    gap: 8px;
  }
`
export const Step = styled.li`
  position: relative;
  border-radius: var(--r);
  color: var(--text-3);
  font-weight: var(--w-medium);
  & > a,
  & > span {
    display: flex;
    align-items: center;
    gap: 12px;
    block-size: 44px;
    padding-inline: 8px;
    border-radius: inherit;
  }
  & > a:hover {
    background: var(--hover);
  }
  &[data-done] {
    color: var(--text-2);
  }
  &[data-current] {
    background: var(--surface);
    box-shadow:
      0 0 0 1px var(--line),
      var(--sh-1);
    color: var(--text);
  }
  @media (max-width: 1023px) {
    flex: none;
    &[data-current] {
      background: none;
      box-shadow: none;
    }
    & > a,
    & > span {
      padding-inline: 8px 12px;
    }
    &:not([data-current]) {
      & > a,
      & > span {
        inline-size: 44px;
        padding-inline: 9px;
      }
      small {
        ${hiddenStyles}
      }
    }
    &:not(:last-child) {
      display: flex;
      flex: 1;
      align-items: center;
      gap: 8px;
      &::after {
        content: '';
        flex: 1;
        min-inline-size: 4px;
        block-size: 1.5px;
        background: var(--line-2);
      }
    }
  }
  @media (max-width: 640px) {
    &,
    &:not(:last-child) {
      gap: 0;
    }
    & > a,
    & > span {
      inline-size: 44px;
      padding-inline: 9px;
    }
    small {
      ${hiddenStyles}
    }
  }
`
export const Label = styled.small`
  font-size: inherit;
  white-space: nowrap;
`
export const Number = styled.i`
  display: grid;
  flex: none;
  place-items: center;
  inline-size: 26px;
  block-size: 26px;
  border-radius: 50%;
  box-shadow: inset 0 0 0 1.5px var(--line-2);
  font-size: var(--t-12);
  font-style: normal;
  font-weight: var(--w-semi);
  letter-spacing: 0;
  [data-done] & {
    background: var(--accent-soft-2);
    box-shadow: none;
    color: var(--accent-text);
  }
  [data-current] & {
    background: var(--accent-solid);
    box-shadow: none;
    color: var(--on-accent);
  }
`
export const Hint = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  margin-block-start: auto;
  font-size: var(--t-12);
  letter-spacing: 0;
  color: var(--text-3);
  @media (max-width: 1023px) {
    margin-block-start: 0;
    margin-inline-start: auto;
  }
  @media (max-width: 640px) {
    gap: 2px;
    /* Only the icon of the language is shown. */
    & span[lang] {
      display: none;
    }
    & > span {
      display: none;
    }
  }
`
export const Main = styled.div`
  display: flex;
  flex-direction: column;
  min-inline-size: 0;
  margin: 8px;
  margin-inline-start: 0;
  border-radius: var(--r-l);
  background: var(--surface);
  box-shadow: var(--sheet-shadow);
  @media (max-width: 1023px) {
    margin: 0;
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
`
export const Body = styled.div`
  flex: 1;
  inline-size: min(100%, 720px);
  margin-inline: auto;
  padding: 64px 32px 40px;
  @media (max-width: 1023px) {
    padding-block-start: 48px;
  }
  @media (max-width: 640px) {
    padding: 32px 20px;
  }
`
export const Footer = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: 8px;
  padding: 16px 32px;
  border-block-start: 1px solid var(--line);
  @media (max-width: 640px) {
    padding: 12px 16px;
  }
`
export const Lead = styled.p`
  margin-block: 8px 28px;
  color: var(--text-2);
  font-size: var(--t-15);
  line-height: 24px;
`
export const BackLink = styled(Link)`
  ${buttonStyles({ variant: 'quiet' })}
  margin-inline-end: auto;
`
