import { Card, Grow, Icon, type IconType, Skeleton, Text } from '@holdall/ui'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { PartFailed } from './load-failed.tsx'
import { LoadingText } from './loading-text.tsx'

/** The rows of a group of settings, each a `SettingRow`. */
export const SettingList = styled(Card).attrs({ as: 'ul' })``

const Root = styled.li`
  display: flex;
  align-items: center;
  gap: 14px;
  min-block-size: 68px;
  padding: 12px 16px;
  & + & {
    border-block-start: 1px solid var(--line);
  }
  & > div {
    overflow-wrap: anywhere;
  }
  @container content (max-width: 480px) {
    flex-wrap: wrap;
    & > div {
      flex-basis: calc(100% - 50px);
    }
  }
`
const Actions = styled.span`
  display: flex;
  flex: none;
  align-items: center;
  gap: 4px;
  @container content (max-width: 480px) {
    margin-inline-start: auto;
  }
`
const Tile = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  inline-size: 36px;
  block-size: 36px;
  border-radius: var(--r);
  background: var(--grey-s);
  color: var(--grey-t);
`

/** The buttons below a list. */
export const SettingListButtons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`

interface SettingRowProps {
  readonly icon?: IconType
  readonly title: ReactNode
  /** What is shown below the title. */
  readonly children: ReactNode
  /** Buttons, or a badge in place of them. */
  readonly actions: ReactNode
}

/** Something that the account has: a device, a passkey, a token. */
export const SettingRow = ({ icon, title, children, actions }: SettingRowProps) => (
  <Root>
    {icon ? (
      <Tile>
        <Icon as={icon} size={20} />
      </Tile>
    ) : null}
    <Grow>
      <Text as="div" weight="medium">
        {title}
      </Text>
      <Text as="div" variant="secondary" tone="subtle">
        {children}
      </Text>
    </Grow>
    <Actions>{actions}</Actions>
  </Root>
)

interface LoadingState {
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** Above a list that could not be fetched again: what it shows may have changed. */
export const OutdatedSettingList = ({ error, isFetching, refetch }: LoadingState) =>
  error ? <PartFailed error={error} retrying={isFetching} retry={() => void refetch()} /> : null

/** In place of a list that is not loaded: one row, or a retry button where loading failed. */
export function PendingSettingList({ error, isFetching, refetch }: LoadingState) {
  if (error) return <PartFailed error={error} retrying={isFetching} retry={() => void refetch()} />
  return (
    <>
      <LoadingText />
      <SettingList aria-hidden>
        <Root>
          <Skeleton width={36} height={36} />
          <Grow>
            <Skeleton width={160} height={14} />
            <Skeleton width={220} height={12} style={{ marginBlockStart: 10 }} />
          </Grow>
        </Root>
      </SettingList>
    </>
  )
}
