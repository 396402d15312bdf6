import { isApiError } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { BrokenArt, Button, EmptyState, ExpiredArt, SearchArt } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import { ButtonLink } from '../frame/form.tsx'
import { Middle, VisitorFrame } from '../frame/visitor-frame.tsx'
import { problemText } from '../problem/problem.ts'
import { useWait } from '../problem/use-wait.ts'
import { isGone } from './share.queries.ts'

interface Props {
  readonly error: unknown
  readonly retry: () => void
}

/** Why a link does not open: expired, gone, or not right now. */
export function ShareProblem({ error, retry }: Props) {
  const { config } = useHost()
  const intl = useIntl()
  const wait = useWait(error)
  if (!isGone(error))
    return (
      <Page
        art={<BrokenArt />}
        title={<FormattedMessage id="share.failed_title" />}
        text={wait?.text ?? problemText(intl, error)}
        actions={
          <Button variant="primary" onClick={retry} disabledReason={wait && !wait.over ? wait.text : undefined}>
            <FormattedMessage id="problem.retry" />
          </Button>
        }
      />
    )
  const expired = isApiError(error, 'share-expired')
  return (
    <Page
      art={expired ? <ExpiredArt /> : <SearchArt />}
      title={<FormattedMessage id={expired ? 'share.expired_title' : 'share.gone_title'} />}
      text={<FormattedMessage id={expired ? 'share.expired_text' : 'share.gone_text'} />}
      actions={
        <ButtonLink to="/">
          <FormattedMessage id="share.home" values={{ name: config.name }} />
        </ButtonLink>
      }
    />
  )
}

const Page = (props: Parameters<typeof EmptyState>[0]) => (
  <VisitorFrame>
    <Middle>
      <EmptyState level="h1" {...props} />
    </Middle>
  </VisitorFrame>
)
