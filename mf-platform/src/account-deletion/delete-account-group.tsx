import { FurtherIntl } from '@holdall/section'
import { Button } from '@holdall/ui'
import { Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { accountMessages } from '../account-messages/account-messages.ts'
import { SettingGroup } from '../user-layout/setting-group.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** The end of the profile: deleting the account. */
export const DeleteAccountGroup = ({ email }: { readonly email: string }) => (
  <Suspense fallback={null}>
    <FurtherIntl further={accountMessages}>
      <Group email={email} />
    </FurtherIntl>
  </Suspense>
)

function Group({ email }: { readonly email: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingGroup
      title={<FormattedMessage id="user.deletion.group" />}
      text={<FormattedMessage id="user.deletion.group_text" />}
    >
      <div>
        <Button
          variant="danger"
          onClick={() => {
            setOpen(true)
          }}
        >
          <FormattedMessage id="user.deletion.start" />
        </Button>
      </div>
      {isOpen ? (
        <DeleteAccountDialog
          email={email}
          close={() => {
            setOpen(false)
          }}
        />
      ) : null}
    </SettingGroup>
  )
}
