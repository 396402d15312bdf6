import { FurtherIntl, useHost, useSession } from '@holdall/section'
import { EmptyState, FolderArt } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import { ButtonLink, PrimaryLink } from '../layout/form-elements.tsx'
import { Centered, VisitorLayout } from '../layout/visitor-layout.tsx'
import { editingMessages } from '../public-links/editing/editing-messages.ts'

/** The address of requests without the part that names one: says what to do. */
export function RequestStartPage() {
  const { config, navigation } = useHost()
  const session = useSession()
  return (
    <FurtherIntl further={editingMessages}>
      <VisitorLayout>
        <Centered>
          <EmptyState
            level="h1"
            art={<FolderArt />}
            title={<FormattedMessage id="request.start.title" />}
            text={<FormattedMessage id="request.start.text" />}
            actions={
              session.state === 'signed-in' ? (
                <PrimaryLink to={navigation.href('UploadRequests')}>
                  <FormattedMessage id="request.start.own" />
                </PrimaryLink>
              ) : (
                <ButtonLink to="/">
                  <FormattedMessage id="request.home" values={{ name: config.name }} />
                </ButtonLink>
              )
            }
          />
        </Centered>
      </VisitorLayout>
    </FurtherIntl>
  )
}
