import type { NotificationsApi } from '@holdall/section'
import { createSwitch } from '../switch.ts'

export interface ShellNotifications extends NotificationsApi {
  close(): void
}

/** Whether the notification centre is open. */
export function createNotifications(): ShellNotifications {
  const centre = createSwitch()
  return { isOpen: centre.isOn, toggle: centre.toggle, close: centre.off }
}
