import { FurtherIntl } from '@holdall/section'
import { Suspense } from 'react'
import { FormattedMessage } from 'react-intl'
import { accountMessages } from '../account-messages/account-messages.ts'
import { ApiTokenList } from '../api-tokens/api-token-list.tsx'
import { PasskeyGroup } from '../passkeys/passkey-group.tsx'
import { LinkedSignInGroup } from '../linked-sign-ins/linked-sign-in-group.tsx'
import { TwoFactorSettings } from '../two-factor/two-factor-settings.tsx'
import { LoadingText } from '../user-layout/loading-text.tsx'
import { SettingGroup } from '../user-layout/setting-group.tsx'
import { UserLayout } from '../user-layout/user-layout.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { useSessions } from './security-queries.ts'
import { SessionList } from './session-list.tsx'

/** How the account signs in, where it is signed in, and its API tokens. */
export const SecurityPage = () => (
  <UserLayout page="security">
    {/* The page and its heading are shown while the messages of the groups are fetched. */}
    <Suspense fallback={<LoadingText />}>
      <FurtherIntl further={accountMessages}>
        <Groups />
      </FurtherIntl>
    </Suspense>
  </UserLayout>
)

const Groups = () => (
  <>
    <SettingGroup
      title={<FormattedMessage id="user.security.password_group" />}
      text={<FormattedMessage id="user.security.password_text" />}
    >
      <ChangePasswordForm />
    </SettingGroup>
    <SettingGroup
      title={<FormattedMessage id="two_factor.group" />}
      text={<FormattedMessage id="two_factor.group_text" />}
    >
      <TwoFactorSettings />
    </SettingGroup>
    <Passkeys />
    <LinkedSignInGroup />
    <SettingGroup
      title={<FormattedMessage id="user.security.sessions" />}
      text={<FormattedMessage id="user.security.sessions_text" />}
    >
      <SessionList />
    </SettingGroup>
    <SettingGroup
      title={<FormattedMessage id="user.security.tokens" />}
      text={<FormattedMessage id="user.security.tokens_text" />}
    >
      <ApiTokenList />
    </SettingGroup>
  </>
)

function Passkeys() {
  const { data } = useSessions()
  return <PasskeyGroup device={data?.find(({ attributes }) => attributes.current)?.attributes} />
}
