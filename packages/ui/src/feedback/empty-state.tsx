import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import styled from 'styled-components'
import { Text } from '../layout/text.tsx'

const Root = styled.div`
  flex: 1;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: center;
  justify-items: center;
  gap: 8px;
  padding: 24px 24px 88px;
  text-align: center;
  & > svg {
    margin-block-end: 16px;
  }
`
const Title = styled.h2`
  font-size: var(--t-20);
  line-height: 28px;
  font-weight: var(--w-semi);
  letter-spacing: -0.018em;
  text-wrap: balance;
`
const Words = styled.p`
  max-inline-size: 44ch;
  color: var(--text-2);
  line-height: 22px;
  text-wrap: pretty;
`
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: 8px;
  margin-block-start: 20px;
`

export type EmptyStateProps = Omit<ComponentProps<'div'>, 'title'> & {
  art?: ReactNode
  title: ReactNode
  text?: ReactNode
  /** At most three buttons, one of them primary. */
  actions?: ReactNode
  /** Level of the title: `h1` where it is the page's only one. */
  level?: 'h1' | 'h2' | 'h3'
}

/** Content of an empty page or list: why it is empty, and what can be done. */
export const EmptyState = ({ art, title, text, actions, level = 'h2', children, ...rest }: EmptyStateProps) => (
  <Root {...rest}>
    {art}
    <Title as={level}>{title}</Title>
    {text ? <Words>{text}</Words> : null}
    {children}
    {actions ? <Actions>{actions}</Actions> : null}
  </Root>
)

/** A box for addresses and technical messages. */
export const CodeBox = styled(Text).attrs({ variant: 'mono' })`
  display: block;
  max-inline-size: 640px;
  padding: 10px 14px;
  border-radius: var(--r);
  background: var(--sunken);
  box-shadow: inset 0 0 0 1px var(--line-2);
  color: var(--text-2);
  text-align: start;
`

export type ErrorStateProps = Omit<EmptyStateProps, 'children'> & {
  /** The address that failed. */
  address?: string | undefined
  /** The technical message, verbatim. */
  detail?: string | undefined
}

/** When the illustration cannot be loaded either, there is none. */
const NoArt = () => null
const BrokenArt = lazy<ComponentType>(() =>
  import('../brand/illustrations.tsx').then(
    (m) => ({ default: m.BrokenArt }),
    () => ({ default: NoArt }),
  ),
)
/** The height of the illustration, so that nothing moves when it is loaded. */
const ArtSpace = styled.div`
  block-size: 156px;
`

const LazyBrokenArt = () => (
  <Suspense fallback={<ArtSpace />}>
    <BrokenArt />
  </Suspense>
)

/** An error in place of a part of the page. */
export const ErrorState = ({ art = <LazyBrokenArt />, address, detail, ...rest }: ErrorStateProps) => (
  <EmptyState role="alert" art={art} {...rest}>
    {address || detail ? (
      <CodeBox style={{ marginBlockStart: 16 }}>
        {address}
        {address && detail ? <br /> : null}
        {detail ? (
          <Text variant="mono" tone="subtle">
            {detail}
          </Text>
        ) : null}
      </CodeBox>
    ) : null}
  </EmptyState>
)
