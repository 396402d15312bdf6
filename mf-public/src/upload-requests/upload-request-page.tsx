import { FurtherIntl, useParams } from '@holdall/section'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { PageSpinner } from '../layout/page-spinner.tsx'
import { Centered, VisitorLayout } from '../layout/visitor-layout.tsx'
import { PublicLinkError } from '../public-links/public-link-error.tsx'
import { isGone } from '../public-links/public-link-queries.ts'
import { OpenRequest } from './open-request.tsx'
import { RequestEnded } from './request-ended.tsx'
import { requestPageMessages } from './request-page-messages.ts'
import { isOpenRequest, usePrefetchRequest, useUploadRequest } from './upload-request-queries.ts'

/** Where somebody without an account uploads what was asked for. */
export function UploadRequestPage() {
  const { token = '' } = useParams()
  usePrefetchRequest(token)
  return (
    <FurtherIntl further={requestPageMessages}>
      <Guard token={token} />
    </FurtherIntl>
  )
}

/** Shows the request while it is open, else how it ended or why it does not open. */
function Guard({ token }: { readonly token: string }) {
  const { data, error, refetch } = useUploadRequest(token)
  /** Whether it was finished here: whoever opens it later is not told that they have sent something. */
  const [isFinished, setFinished] = useState(false)

  if (error && (!data || isGone(error)))
    return (
      <PublicLinkError
        error={error}
        retry={() => void refetch()}
        failedTitle={<FormattedMessage id="request.failed_title" />}
      />
    )
  return (
    <VisitorLayout>
      {!data ? (
        <Centered>
          <PageSpinner title="request.page_title" label="request.loading" />
        </Centered>
      ) : isOpenRequest(data) ? (
        <OpenRequest request={data} onFinished={() => setFinished(true)} />
      ) : (
        <RequestEnded request={data} isFinished={isFinished} />
      )}
    </VisitorLayout>
  )
}
