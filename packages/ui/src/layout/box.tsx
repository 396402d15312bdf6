import styled, { css } from 'styled-components'

type FlowProps = {
  /** Pixels between the children. */
  gap?: number
  align?: 'start' | 'center' | 'end' | 'stretch' | 'baseline'
  justify?: 'start' | 'center' | 'end' | 'space-between'
}

const own = new Set(['gap', 'align', 'justify', 'wrap'])
const config = { shouldForwardProp: (prop: string) => !own.has(prop) }

/** A column of children as wide as the parent. */
export const Stack = styled.div.withConfig(config)<FlowProps>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ gap = 16 }) => gap}px;
  align-items: ${({ align = 'stretch' }) => align};
  justify-items: ${({ justify = 'stretch' }) => justify};
`

/** A row of children, by default centred vertically. */
export const Row = styled.div.withConfig(config)<FlowProps & { wrap?: boolean }>`
  display: flex;
  gap: ${({ gap = 8 }) => gap}px;
  align-items: ${({ align = 'center' }) => align};
  justify-content: ${({ justify = 'start' }) => justify};
  ${({ wrap }) =>
    wrap &&
    css`
      flex-wrap: wrap;
    `}
`

/** Takes the remaining space of a flex container, and may shrink below its content. */
export const Grow = styled.div`
  flex: 1;
  min-inline-size: 0;
`

/** A group of content on a page, with a border and a slight shadow. */
export const Card = styled.div`
  background: var(--surface);
  border-radius: var(--r-l);
  box-shadow:
    0 0 0 1px var(--line),
    var(--sh-1);
`

/** The surface of a page, beside the navigation and the sidebar. */
export const Sheet = styled.div`
  position: relative;
  display: flex;
  flex-direction: column;
  min-inline-size: 0;
  min-block-size: 0;
  margin: var(--sheet-gap);
  margin-inline-start: 0;
  overflow: hidden;
  background: var(--surface);
  border-radius: var(--r-l);
  box-shadow: var(--sheet-shadow);
  @media (max-width: 640px) {
    border-radius: 0;
    box-shadow: none;
  }
`

export const Divider = styled.hr`
  block-size: 1px;
  inline-size: 100%;
  margin: 0;
  border: 0;
  background: var(--line);
`
