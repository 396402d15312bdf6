import { FurtherIntl, useParams } from '@holdall/section'
import { RecaptchaPage } from '../human-check/recaptcha-page.tsx'
import { PageSpinner } from '../layout/page-spinner.tsx'
import { Centered, VisitorLayout } from '../layout/visitor-layout.tsx'
import { editingMessages } from '../public-links/editing/editing-messages.ts'
import { AnsweredInvitation } from './answered-invitation.tsx'
import { InvitationError } from './invitation-error.tsx'
import { invitationPath, isGone, useInvitation } from './invitation-queries.ts'
import { useInvitationSecret } from './invitation-secret.ts'
import { PendingInvitation } from './pending-invitation.tsx'
import { signInTo } from '../another-account/use-another-account.ts'

/** Where somebody accepts or declines an invitation to a team folder. */
export function InvitationPage() {
  const { id = '' } = useParams()
  return (
    <RecaptchaPage>
      <FurtherIntl further={editingMessages}>
        <VisitorLayout signIn={signInTo(invitationPath(id))}>
          <Centered>
            {/* A form or a failure of another invitation is not that of this one. */}
            <Invitation key={id} id={id} />
          </Centered>
        </VisitorLayout>
      </FurtherIntl>
    </RecaptchaPage>
  )
}

function Invitation({ id }: { readonly id: string }) {
  const secret = useInvitationSecret(id)
  const { data, error, refetch } = useInvitation(id, secret)

  // What is shown, and typed, stays where it cannot be fetched again.
  if (error && (!data || isGone(error))) return <InvitationError id={id} error={error} retry={() => void refetch()} />
  if (!data) return <PageSpinner title="share.page_title" label="invitation.loading" />
  return data.attributes.status === 'pending' ? (
    <PendingInvitation invitation={data} secret={secret} />
  ) : (
    <AnsweredInvitation invitation={data} />
  )
}
