import { FurtherIntl, Navigate, useHost, useSession } from '@holdall/section'
import { Button, EmptyState, KindTile } from '@holdall/ui'
import { TriangleAlert } from '@holdall/ui/icons'
import { Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { accountMessages } from '../account-messages/account-messages.ts'
import { FailureNotice } from '../error-messages/failure-notice.tsx'
import { LoadingText } from '../user-layout/loading-text.tsx'
import { useCancelAccountDeletion } from './account-deletion-queries.ts'

const Page = styled.div`
  flex: 1;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  overflow-y: auto;
`

/** All that the user of an account that is to be deleted sees. */
export const KeepAccountPage = () => (
  <Page>
    <Suspense fallback={<LoadingText />}>
      <FurtherIntl further={accountMessages}>
        <KeepAccount />
      </FurtherIntl>
    </Suspense>
  </Page>
)

function KeepAccount() {
  const { navigation, session: sessionApi } = useHost()
  const session = useSession()
  const intl = useIntl()
  const { mutate, isPending, error } = useCancelAccountDeletion()
  if (session.state === 'anonymous') return null
  const { deletes_at: deletesAt, email } = session.user.attributes
  if (deletesAt === null) return <Navigate to={navigation.href('Files')} replace />
  return (
    <EmptyState
      level="h1"
      art={<KindTile hue="red" icon={TriangleAlert} size={72} iconSize={32} round />}
      title={<FormattedMessage id="user.deletion.ending_title" />}
      text={
        <FormattedMessage
          id="user.deletion.ending_text"
          values={{
            email: <bdi key="email">{email}</bdi>,
            date: <bdi key="date">{intl.formatDate(deletesAt, { dateStyle: 'long', timeStyle: 'short' })}</bdi>,
          }}
        />
      }
      actions={
        <>
          <Button
            variant="primary"
            busy={isPending}
            onClick={() => {
              mutate()
            }}
          >
            <FormattedMessage id="user.deletion.keep" />
          </Button>
          <Button onClick={() => void sessionApi.signOut()}>
            <FormattedMessage id="user.deletion.log_out" />
          </Button>
        </>
      }
    >
      <FailureNotice error={error} />
    </EmptyState>
  )
}
