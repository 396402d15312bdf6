import type { SetupApp } from '@holdall/api'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { SettingName, SettingValues } from '../../infrastructure/setting-definitions/setting-definitions.ts'
import { appSettings, registrationLockOf, settingLockOf } from './setup-values.ts'

/** Saves what the operator chose for the app; what is decided elsewhere stays as it is. */
export async function saveApp(settings: Infrastructure['settings'], app: SetupApp): Promise<void> {
  const save = async <N extends SettingName>(name: N, value: SettingValues[N]) => {
    if ((await settingLockOf(settings, name)) === undefined) await settings.set(name, value)
  }
  await save(appSettings.name, app.name)
  await save(appSettings.description, app.description)
  await save(appSettings.accent, app.accent)
  await save(appSettings.contact_email, app.contact_email === '' ? null : app.contact_email)
  if ((await registrationLockOf(settings)) === undefined) {
    await settings.set('registration.mode', app.registration)
    // The older switch would close what was chosen.
    await save('registration.allowed', true)
  }
  await save(appSettings.default_quota_bytes, app.default_quota_bytes)
  await save(appSettings.max_team_members, app.max_team_members)
  await save(appSettings.subscription_type, app.subscription_type)
}
