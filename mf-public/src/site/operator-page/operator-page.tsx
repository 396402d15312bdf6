import { isApiError } from '@holdall/api-client'
import { useParams } from '@holdall/section'
import { Heading } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import { LoadFailed } from '../../error-messages/load-failed.tsx'
import { PageSpinner } from '../../layout/page-spinner.tsx'
import { Centered } from '../../layout/visitor-layout.tsx'
import { PageMissing } from '../layout/page-missing.tsx'
import { SiteIntl, SiteLayout } from '../layout/site-layout.tsx'
import { Article, PageText } from './page-text.tsx'
import { usePage } from './page-queries.ts'

/** A page of the operator, such as the privacy policy. */
export function OperatorPage() {
  const { slug = '' } = useParams()
  return (
    <SiteIntl>
      <PageOf key={slug} slug={slug} />
    </SiteIntl>
  )
}

function PageOf({ slug }: { readonly slug: string }) {
  const intl = useIntl()
  const { data, error, refetch } = usePage(slug)
  if (data) {
    return (
      <SiteLayout title={data.title}>
        <Article>
          <Heading as="h1" variant="display" dir="auto">
            {data.title}
          </Heading>
          <PageText blocks={data.content_formatted} />
        </Article>
      </SiteLayout>
    )
  }
  const isMissing = isApiError(error, 'not-found')
  return (
    <SiteLayout title={intl.formatMessage({ id: isMissing ? 'page.missing_title' : 'page.page_title' })}>
      <Centered>
        {isMissing ? (
          <PageMissing />
        ) : error ? (
          <LoadFailed title={<FormattedMessage id="page.failed_title" />} error={error} retry={() => void refetch()} />
        ) : (
          <PageSpinner title="page.page_title" label="page.loading" />
        )}
      </Centered>
    </SiteLayout>
  )
}
