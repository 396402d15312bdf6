import { Field } from '@holdall/ui'
import { SearchSelect } from '@holdall/ui/menu'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { saveError, SaveStateText } from './save-state-text.tsx'
import { DEVICE, timeZoneOptions } from './time-zone-options.ts'
import { useSettingSave } from './use-setting-save.ts'

/** The zone in which dates are shown. */
export function TimeZoneField({ saved }: { readonly saved: string | null }) {
  const intl = useIntl()
  const { state, save } = useSettingSave('timezone')
  // Offsets differ between summer and winter, not while the page is shown.
  const [now] = useState(() => new Date())
  const options = useMemo(() => {
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
    return timeZoneOptions(saved, intl.formatMessage({ id: 'user.profile.zone_device' }, { zone }), now)
  }, [saved, intl, now])
  return (
    <Field
      label={<FormattedMessage id="user.profile.zone" />}
      status={<SaveStateText state={state} />}
      error={saveError(state)}
    >
      <SearchSelect
        options={options}
        value={saved ?? DEVICE}
        searchLabel={intl.formatMessage({ id: 'user.profile.zone_search' })}
        emptyText={intl.formatMessage({ id: 'user.profile.zone_none' })}
        onChange={(value) => {
          save(value === DEVICE ? null : value, { isForced: true })
        }}
      />
    </Field>
  )
}
