import { Button, EmptyState, KindTile } from '@holdall/ui'
import { CircleCheck } from '@holdall/ui/icons'
import { FormattedMessage } from 'react-intl'
import { MessageLayout } from '../layout/message-layout.tsx'
import { leaveWizard } from '../layout/leave-wizard.ts'
import { clearSetupKey } from './setup-key.ts'

/** Shown when Holdall is already set up. `meanwhile`: the setup was completed while this wizard was open. */
export function AlreadyInstalled({ meanwhile = false }: { readonly meanwhile?: boolean }) {
  return (
    <MessageLayout>
      <EmptyState
        level="h1"
        art={<KindTile hue="green" icon={CircleCheck} size={72} iconSize={32} round />}
        title={<FormattedMessage id="installed.title" />}
        text={<FormattedMessage id={meanwhile ? 'installed.meanwhile' : 'installed.text'} />}
        actions={
          <Button
            variant="primary"
            onClick={() => {
              clearSetupKey()
              leaveWizard('/sign-in')
            }}
          >
            <FormattedMessage id="installed.sign_in" />
          </Button>
        }
      />
    </MessageLayout>
  )
}
