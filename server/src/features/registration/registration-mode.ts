import type { RegistrationMode } from '@holdall/api'
import type { SettingValues } from '../../infrastructure/setting-definitions/setting-definitions.ts'

/** Who may create an account. `registration.allowed` is the older switch: turned off, it closes sign-up in any mode. */
export const registrationMode = (
  settings: Pick<SettingValues, 'registration.allowed' | 'registration.mode'>,
): RegistrationMode => (settings['registration.allowed'] ? settings['registration.mode'] : 'closed')
