import { openDemo } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useHost, useNavigate, useSession } from '@holdall/section'
import { Button, EmptyState, Heading, SearchArt } from '@holdall/ui'
import { FolderOpen } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorNotice } from '../../error-messages/error-notice.tsx'
import { useRetryAfter } from '../../error-messages/use-retry-after.ts'
import { PrimaryLink } from '../../layout/form-elements.tsx'
import { Centered, SoloCard } from '../../layout/visitor-layout.tsx'
import { NoSessionError } from '../../sign-in/sign-in-queries.ts'
import { useSingleMutation } from '../../single-mutation/use-single-mutation.ts'
import { SiteIntl, SiteLayout } from '../layout/site-layout.tsx'

/** Where visitors open an account that everybody may look at. */
export const DemoPage = () => (
  <SiteIntl>
    <Demo />
  </SiteIntl>
)

function Demo() {
  const { config } = useHost()
  const intl = useIntl()
  return (
    <SiteLayout title={intl.formatMessage({ id: 'demo.page_title' })}>
      <Centered>{config.offersDemo ? <Offer /> : <NoDemo />}</Centered>
    </SiteLayout>
  )
}

function NoDemo() {
  const { navigation } = useHost()
  const isSignedIn = useSession().state === 'signed-in'
  return (
    <EmptyState
      level="h1"
      art={<SearchArt />}
      title={<FormattedMessage id="demo.none_title" />}
      text={<FormattedMessage id="demo.none_text" />}
      actions={
        <PrimaryLink to={isSignedIn ? navigation.href('Files') : '/sign-in'}>
          <FormattedMessage id={isSignedIn ? 'share.my_files' : 'share.sign_in'} />
        </PrimaryLink>
      }
    />
  )
}

function useOpenDemo() {
  const { session } = useHost()
  const navigate = useNavigate()
  return useSingleMutation({
    mutationKey: ['open-demo'],
    mutationFn: async () => {
      await api.call(openDemo)
      const now = await session.refresh()
      if (now.state === 'anonymous') throw new NoSessionError()
      await navigate('/platform/files')
    },
  })
}

function Offer() {
  const isSignedIn = useSession().state === 'signed-in'
  const { mutate, isPending, error } = useOpenDemo()
  const wait = useRetryAfter(error)
  return (
    <SoloCard>
      <Heading as="h1" variant="display">
        <FormattedMessage id="demo.title" />
      </Heading>
      <p>
        <FormattedMessage id="demo.lead" />
      </p>
      {isSignedIn ? (
        <p>
          <FormattedMessage id="demo.signed_in" />
        </p>
      ) : null}
      {error ? <ErrorNotice error={error} wait={wait} /> : null}
      <Button
        variant="primary"
        icon={FolderOpen}
        busy={isPending}
        onClick={() => {
          if (!wait || wait.isOver) mutate(undefined)
        }}
      >
        <FormattedMessage id="demo.open" />
      </Button>
    </SoloCard>
  )
}
