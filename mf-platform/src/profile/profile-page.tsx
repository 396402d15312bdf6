import { useHost, useSession } from '@holdall/section'
import { Field } from '@holdall/ui'
import { Select } from '@holdall/ui/menu'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import { DeleteAccountGroup } from '../account-deletion/delete-account-group.tsx'
import { AvatarField } from '../avatar/avatar-field.tsx'
import { EmailField } from '../email-change/email-field.tsx'
import { SettingGroup } from '../user-layout/setting-group.tsx'
import { UserLayout } from '../user-layout/user-layout.tsx'
import { EmojiStyleField } from './emoji-style-field.tsx'
import { NameField } from './name-field.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { ThemeCards } from './theme-cards.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

const Names = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: start;
  gap: 16px;
  @media (max-width: 640px) {
    grid-template-columns: minmax(0, 1fr);
  }
`

/** Who the user is, and how Holdall looks to them. */
export function ProfilePage() {
  return (
    <UserLayout page="profile">
      <Profile />
    </UserLayout>
  )
}

function Profile() {
  const { language } = useHost()
  const session = useSession()
  if (session.state === 'anonymous') return null
  const { attributes, relationships } = session.user
  const settings = relationships.settings.data.attributes
  return (
    <>
      <SettingGroup
        title={<FormattedMessage id="user.profile.you" />}
        text={<FormattedMessage id="user.profile.you_text" />}
      >
        <AvatarField user={session.user} />
        <Names>
          <NameField name="first_name" saved={settings.first_name} />
          <NameField name="last_name" saved={settings.last_name} />
        </Names>
        <EmailField email={attributes.email} isConfirmed={attributes.verified} />
      </SettingGroup>
      <SettingGroup
        title={<FormattedMessage id="user.profile.region" />}
        text={<FormattedMessage id="user.profile.region_text" />}
      >
        <Field label={<FormattedMessage id="user.profile.language" />}>
          <Select
            options={language.choices.map(({ locale, name }) => ({ value: locale, label: name }))}
            value={language.locale}
            onChange={(locale) => void language.choose(locale)}
          />
        </Field>
        <TimeZoneField saved={settings.timezone} />
      </SettingGroup>
      <SettingGroup
        title={<FormattedMessage id="user.profile.appearance" />}
        text={<FormattedMessage id="user.profile.appearance_text" />}
      >
        <ThemeCards />
        <EmojiStyleField />
      </SettingGroup>
      <NotificationSettings savedMails={settings.notification_mails} />
      <DeleteAccountGroup email={attributes.email} />
    </>
  )
}
