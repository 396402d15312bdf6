import { Skeleton, Stack, VisuallyHidden } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'

const Page = styled.output`
  display: block;
  flex: 1;
  padding: 24px;
  max-inline-size: 960px;
`

/** The shape of a page while its section or its code is on the way. */
export function SectionSkeleton() {
  return (
    <Page>
      <VisuallyHidden>
        <FormattedMessage id="section.loading" />
      </VisuallyHidden>
      <Stack gap={24}>
        <Skeleton width={220} height={24} />
        <Stack gap={16}>
          {['92%', '78%', '85%', '64%'].map((width) => (
            <Skeleton key={width} width={width} height={14} />
          ))}
        </Stack>
      </Stack>
    </Page>
  )
}
