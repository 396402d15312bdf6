import { useHost } from '@holdall/section'
import { FormattedMessage } from 'react-intl'
import { SettingGroup } from '../user-layout/setting-group.tsx'
import { LinkedSignInList, offeredProviders } from './linked-sign-in-list.tsx'

/** Shown where the operator offers a provider. */
export function LinkedSignInGroup() {
  const { config } = useHost()
  if (offeredProviders(config.socialLogins).length === 0) return null
  return (
    <SettingGroup
      title={<FormattedMessage id="user.security.linked" />}
      text={<FormattedMessage id="user.security.linked_text" />}
    >
      <LinkedSignInList />
    </SettingGroup>
  )
}
