import { useHost, usePreferences } from '@holdall/section'
import { Field } from '@holdall/ui'
import { Select } from '@holdall/ui/menu'
import { FormattedMessage, useIntl } from 'react-intl'

/** How emoji are drawn; the shell saves the choice to the account. */
export function EmojiStyleField() {
  const { preferences } = useHost()
  const { emojiType } = usePreferences()
  const intl = useIntl()
  return (
    <Field
      label={<FormattedMessage id="user.profile.emoji_style" />}
      hint={<FormattedMessage id="user.profile.emoji_style_help" />}
    >
      <Select
        options={(['twemoji', 'applemoji'] as const).map((value) => ({
          value,
          label: intl.formatMessage({ id: `user.profile.emoji_style_${value}` }),
        }))}
        value={emojiType}
        onChange={(value) => {
          preferences.set('emojiType', value)
        }}
      />
    </Field>
  )
}
