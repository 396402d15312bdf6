/** Loaded with the notifications, so that the first screen does not wait for them. */
export const notificationMessages = {
  'en-US': () => import('./messages/en-US.json').then((m) => m.default),
  de: () => import('./messages/de.json').then((m) => m.default),
  ar: () => import('./messages/ar.json').then((m) => m.default),
}
