import { isApiError } from '@holdall/api-client'
import { useParams } from '@holdall/section'
import { EmptyState, Heading, SearchArt, Spinner } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import { LoadFailed } from '../../error-messages/load-failed.tsx'
import { PrimaryLink } from '../../layout/form-elements.tsx'
import { Centered } from '../../layout/visitor-layout.tsx'
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
          <EmptyState
            level="h1"
            art={<SearchArt />}
            title={<FormattedMessage id="page.missing_title" />}
            text={<FormattedMessage id="page.missing_text" />}
            actions={
              <PrimaryLink to="/">
                <FormattedMessage id="page.to_start" />
              </PrimaryLink>
            }
          />
        ) : error ? (
          <LoadFailed title={<FormattedMessage id="page.failed_title" />} error={error} retry={() => void refetch()} />
        ) : (
          <Spinner size={28} label={intl.formatMessage({ id: 'page.loading' })} />
        )}
      </Centered>
    </SiteLayout>
  )
}
