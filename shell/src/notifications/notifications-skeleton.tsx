import { Skeleton, VisuallyHidden } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'

const Root = styled.output`
  display: block;
`
const Item = styled.div`
  display: grid;
  grid-template-columns: 36px minmax(0, 1fr);
  gap: 12px;
  padding: 12px;
  & > div {
    display: grid;
    gap: 8px;
    align-content: start;
    padding-block-start: 4px;
  }
`

/** While the first page is loading. Items fade downward. */
export const NotificationsSkeleton = () => (
  <Root>
    <VisuallyHidden>
      <FormattedMessage id="notifications.loading" />
    </VisuallyHidden>
    {[1, 0.8, 0.55, 0.3].map((opacity) => (
      <Item key={opacity} style={{ opacity }}>
        <Skeleton round width={36} height={36} />
        <div>
          <Skeleton width="55%" height={14} />
          <Skeleton width="92%" height={12} />
          <Skeleton width="30%" height={10} />
        </div>
      </Item>
    ))}
  </Root>
)
