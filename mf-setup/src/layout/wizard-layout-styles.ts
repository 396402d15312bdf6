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
    flex-direction: row;
    align-items: center;
    & > span:first-child {
      align-self: center;
    }
    gap: 24px;
    padding: 16px 24px;
  }
  @media (max-width: 640px) {
    gap: 12px;
    padding: 12px 16px;
  }
`
export const Steps = styled.ol`
  display: grid;
  gap: 2px;
  @media (max-width: 1023px) {
    display: flex;
    gap: 6px;
  }
`
export const Step = styled.li`
  display: flex;
  align-items: center;
  gap: 12px;
  block-size: 44px;
  padding-inline: 8px;
  border-radius: var(--r);
  color: var(--text-3);
  font-weight: var(--w-medium);
  &[data-done] {
    color: var(--text-2);
  }
  &[aria-current] {
    background: var(--surface);
    box-shadow:
      0 0 0 1px var(--line),
      var(--sh-1);
    color: var(--text);
  }
  @media (max-width: 1023px) {
    &:not([aria-current]) span:last-child {
      position: absolute;
      clip-path: inset(50%);
    }
  }
  @media (max-width: 640px) {
    span:last-child {
      position: absolute;
      clip-path: inset(50%);
    }
  }
`
export const Number = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  inline-size: 26px;
  block-size: 26px;
  border-radius: 50%;
  box-shadow: inset 0 0 0 1.5px var(--line-2);
  font-size: var(--t-12);
  font-weight: var(--w-semi);
  letter-spacing: 0;
  [data-done] & {
    background: var(--accent-soft-2);
    box-shadow: none;
    color: var(--accent-text);
  }
  [aria-current] & {
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
