import { Button } from '@holdall/ui'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'

interface MoreButtonProps {
  readonly list: Pick<UseInfiniteQueryResult, 'isFetchingNextPage' | 'fetchNextPage'>
}

/** Loads the next page of a list that has one. */
export const MoreButton = ({ list: { isFetchingNextPage, fetchNextPage } }: MoreButtonProps) => (
  <Button size="s" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
    <FormattedMessage id="activity.more" />
  </Button>
)
