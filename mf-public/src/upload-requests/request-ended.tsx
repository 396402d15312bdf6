import type { PublicUploadRequest } from '@holdall/api'
import { useHost } from '@holdall/section'
import { EmptyState, ExpiredArt, FolderArt, useDocumentTitle } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import { ButtonLink } from '../layout/form-elements.tsx'
import { Centered } from '../layout/visitor-layout.tsx'

interface RequestEndedProps {
  readonly request: PublicUploadRequest
  /** Whether its visitor has just said that all files are there. */
  readonly isFinished: boolean
}

/** A request that takes no files any more: filled, or expired without any. */
export function RequestEnded({ request, isFinished }: RequestEndedProps) {
  const { config } = useHost()
  const intl = useIntl()
  const state = isFinished ? 'finished' : request.attributes.status === 'expired' ? 'expired' : 'filled'
  useDocumentTitle(intl.formatMessage({ id: `request.${state}.title` }), config.name)
  const owner = <bdi key="owner">{request.relationships.user.data.attributes.name}</bdi>
  return (
    <Centered>
      <EmptyState
        level="h1"
        art={state === 'expired' ? <ExpiredArt /> : <FolderArt />}
        title={<FormattedMessage id={`request.${state}.title`} />}
        text={<FormattedMessage id={`request.${state}.text`} values={{ owner }} />}
        actions={
          <ButtonLink to="/">
            <FormattedMessage id="request.home" values={{ name: config.name }} />
          </ButtonLink>
        }
      />
    </Centered>
  )
}
