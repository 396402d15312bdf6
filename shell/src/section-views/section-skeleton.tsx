import { Skeleton, Stack, VisuallyHidden } from '@holdall/ui'
import { useLocation } from '@holdall/section'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import { hasNavigation } from '../navigation/has-navigation.ts'
import { SectionPlaceholder } from './section-placeholder.tsx'

const Page = styled.output`
  display: block;
  flex: 1;
  padding: 24px;
  max-inline-size: 960px;
`

/** Skeleton of a page while its section or its code is loading. */
export function SectionSkeleton() {
  const { pathname } = useLocation()
  const loading = (
    <VisuallyHidden>
      <FormattedMessage id="section.loading" />
    </VisuallyHidden>
  )
  // Public pages have different shapes: no skeleton is better than a wrong one.
  if (!hasNavigation(pathname)) return <Page>{loading}</Page>
  return (
    <SectionPlaceholder side>
      <Page>
        {loading}
        <Stack gap={24}>
          <Skeleton width={220} height={24} />
          <Stack gap={16}>
            {['92%', '78%', '85%', '64%'].map((width) => (
              <Skeleton key={width} width={width} height={14} />
            ))}
          </Stack>
        </Stack>
      </Page>
    </SectionPlaceholder>
  )
}
