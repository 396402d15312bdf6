import { NotificationMails } from '@holdall/api'
import { useHost, usePreferences } from '@holdall/section'
import { Field, Switch } from '@holdall/ui'
import { Select } from '@holdall/ui/menu'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { SettingGroup } from '../user-layout/setting-group.tsx'
import { saveError, SaveStateText } from './save-state-text.tsx'
import { useSettingSave } from './use-setting-save.ts'

const SoundRow = styled.label`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: 16px;
  font-weight: var(--w-medium);
  cursor: pointer;
  small {
    display: block;
    color: var(--text-3);
    font-size: var(--t-13);
    font-weight: 400;
    line-height: 20px;
  }
`

/** Copies by mail, of the account, and the sound, of this browser. */
export function NotificationSettings({ savedMails }: { readonly savedMails: NotificationMails }) {
  const { config, preferences } = useHost()
  const { notificationSound } = usePreferences()
  return (
    <SettingGroup
      title={<FormattedMessage id="user.profile.notifications" />}
      text={<FormattedMessage id="user.profile.notifications_text" />}
    >
      {/* Addresses are confirmed where the server can send mails, and only there. */}
      {config.emailVerification ? <MailsField saved={savedMails} /> : null}
      <SoundRow>
        <span>
          <FormattedMessage id="user.profile.sound" />
          <small>
            <FormattedMessage id="user.profile.sound_help" />
          </small>
        </span>
        <Switch
          checked={notificationSound}
          onChange={(checked) => {
            preferences.set('notificationSound', checked)
          }}
        />
      </SoundRow>
    </SettingGroup>
  )
}

function MailsField({ saved }: { readonly saved: NotificationMails }) {
  const intl = useIntl()
  const { state, save } = useSettingSave('notification_mails')
  return (
    <Field
      label={<FormattedMessage id="user.profile.mails" />}
      hint={<FormattedMessage id="user.profile.mails_help" />}
      status={<SaveStateText state={state} />}
      error={saveError(state)}
    >
      <Select
        options={NotificationMails.options.map((value) => ({
          value,
          label: intl.formatMessage({ id: `user.profile.mails_${value}` }),
        }))}
        value={saved}
        onChange={(value) => {
          save(value)
        }}
      />
    </Field>
  )
}
