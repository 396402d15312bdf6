import styled from 'styled-components'

/** The page of a folder for visitors, in the height of the window. */
export const FolderFrame = styled.div`
  display: flex;
  flex-direction: column;
  inline-size: min(100%, 1120px);
  /* The list scrolls inside the page; on a low window the page scrolls first. */
  block-size: max(calc(100dvh - 72px), 480px);
  margin-inline: auto;
  padding: 8px 24px 24px;
  @media (max-width: 640px) {
    block-size: max(calc(100dvh - 60px), 420px);
    padding: 0 0 env(safe-area-inset-bottom);
  }
`
/** What the folder is and whose, with the tools of the page. */
export const FolderHead = styled.div`
  display: flex;
  align-items: center;
  gap: 20px;
  padding-block: 8px 24px;
  & > div {
    min-inline-size: 0;
  }
  @media (max-width: 640px) {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 14px;
    padding: 4px 20px 16px;
  }
`
export const FolderName = styled.p`
  font-size: var(--t-24);
  line-height: 32px;
  font-weight: var(--w-semi);
  letter-spacing: -0.021em;
  overflow-wrap: anywhere;
  @media (max-width: 640px) {
    font-size: var(--t-20);
    line-height: 28px;
  }
`
export const FolderTools = styled.div`
  display: flex;
  flex: none;
  gap: 8px;
  margin-inline-start: auto;
  & > div {
    inline-size: 260px;
    min-inline-size: 0;
  }
  @media (max-width: 900px) {
    & > div {
      inline-size: 200px;
    }
  }
  @media (max-width: 640px) {
    grid-column: 1 / -1;
    margin-inline-start: 0;
    & > div {
      flex: 1;
      inline-size: auto;
    }
    & > button:only-child {
      flex: 1;
    }
    /* A button of an icon has no gap for a label. */
    & > button > span:empty {
      display: none;
    }
  }
`
/** The files. */
export const FolderPanel = styled.div`
  --bar: 56px;
  display: flex;
  flex: 1;
  flex-direction: column;
  min-block-size: 0;
  overflow: hidden;
  border-radius: 16px;
  background: var(--surface);
  box-shadow: var(--sheet-shadow);
  @media (max-width: 640px) {
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
`
/** The path in the folder, and what can be added to it. */
export const FolderBar = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: 12px;
  block-size: var(--bar);
  padding-inline: 24px;
  font-size: var(--t-16);
`
