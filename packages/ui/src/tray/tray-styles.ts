import styled from 'styled-components'

/** A card in the corner of the page with the progress of work; the corner is in the shell. */
export const Tray = styled.section`
  display: flex;
  flex-direction: column;
  min-block-size: 0;
  max-block-size: 440px;
  border-radius: 16px;
  background: var(--raised);
  box-shadow: var(--sh-3);
  overflow: hidden;
  @media (max-width: 640px) {
    max-block-size: min(440px, 50dvh);
  }
`
export const Head = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 10px 8px 10px 18px;
  padding-inline: 18px 8px;
  > :first-child {
    flex: 1;
    min-inline-size: 0;
  }
`
export const Title = styled.h2`
  display: inline;
  font-size: var(--t-14);
  font-weight: var(--w-semi);
`
export const Aside = styled.span`
  white-space: nowrap;
  color: var(--text-3);
  font-size: var(--t-13);
  font-variant-numeric: tabular-nums;
`
/** The folder that the files are uploaded to. */
export const TargetFolder = styled.div`
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  color: var(--text-3);
  font-size: var(--t-12);
  line-height: 18px;
`
export const Hint = styled.p`
  padding-inline: 18px;
  padding-block: 8px 0;
  color: var(--text-2);
  font-size: var(--t-13);
`
export const Toolbar = styled.div`
  display: flex;
  flex: none;
  flex-wrap: wrap;
  gap: 6px;
  padding: 8px 18px;
`
export const Rows = styled.ul`
  min-block-size: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
`
export const Row = styled.li`
  display: grid;
  grid-template-columns: 36px minmax(0, 1fr) auto;
  gap: 0 12px;
  align-items: center;
  padding-block: 10px;
  padding-inline: 18px 8px;
  & + & {
    box-shadow: inset 0 1px 0 var(--line);
  }
`
export const Name = styled.div`
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  font-weight: var(--w-medium);
  text-align: match-parent;
`
export const State = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 6px;
  align-items: center;
  overflow-wrap: anywhere;
  margin-block-end: 2px;
  font-size: var(--t-12);
  line-height: 18px;
  color: var(--text-3);
  font-variant-numeric: tabular-nums;
`
/** An icon and a sentence, which may be long. */
const TextWithIcon = styled.span`
  display: inline-flex;
  gap: 5px;
  /* The icon stays with the first line. */
  align-items: flex-start;
  & > svg {
    margin-block-start: 2px;
  }
`
export const SuccessText = styled(TextWithIcon)`
  & > svg {
    color: var(--ok-text);
  }
`
export const FailureText = styled(TextWithIcon)`
  color: var(--danger-text);
`
export const Actions = styled.span`
  display: flex;
  align-items: center;
`
export const More = styled.li`
  padding: 10px 18px;
  color: var(--text-3);
  font-size: var(--t-12);
  box-shadow: inset 0 1px 0 var(--line);
`
