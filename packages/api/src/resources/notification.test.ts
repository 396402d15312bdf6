import { NotificationCategory } from './notification.ts'

test.each([
  'gift',
  'team-invitation',
  'subscription-created',
  'billing-alert',
  'insufficient-balance',
  'payment-alert',
  'file-request',
  'remote-upload-done',
])('%s is a category of notifications', (category) => {
  expect(NotificationCategory.safeParse(category).success).toBe(true)
})

test('any other text is no category', () => {
  expect(NotificationCategory.safeParse('greeting').success).toBe(false)
})
