import { Button, EmptyState, KindTile } from '@holdall/ui'
import { CircleCheck } from '@holdall/ui/icons'
import { FormattedMessage } from 'react-intl'
import { BareFrame } from '../frame/bare-frame.tsx'
import { openPage } from '../frame/open-page.ts'
import { forgetSetupKey } from './setup-key.ts'

/** Setting up happens once. `meanwhile`: somebody else finished while this wizard was open. */
export function AlreadyInstalled({ meanwhile = false }: { readonly meanwhile?: boolean }) {
  return (
    <BareFrame>
      <EmptyState
        level="h1"
        art={<KindTile hue="green" icon={CircleCheck} size={72} iconSize={32} round />}
        title={<FormattedMessage id="installed.title" />}
        text={<FormattedMessage id={meanwhile ? 'installed.meanwhile' : 'installed.text'} />}
        actions={
          <Button
            variant="primary"
            onClick={() => {
              forgetSetupKey()
              openPage('/sign-in')
            }}
          >
            <FormattedMessage id="installed.sign_in" />
          </Button>
        }
      />
    </BareFrame>
  )
}
