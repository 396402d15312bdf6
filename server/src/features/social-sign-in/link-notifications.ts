import type { NewNotification } from '../notifications/notification-service.ts'

/** Tells the user of an account that it can, or cannot any more, be signed in to by a provider. */
export const linkNotification = (change: 'linked' | 'unlinked', provider: string): NewNotification => ({
  category: 'security',
  title: `notification.sign_in_${change}.title`,
  description: `notification.sign_in_${change}.description`,
  values: { provider },
  action: { type: 'route', params: { route: 'Security', id: null, button: 'notification.show_sign_ins' } },
})
