import * as z from '@holdall/schema'

/** Characters of what the operator says about this installation. */
export const MAX_APP_DESCRIPTION = 300

/** The operator's images, in place of Holdall's; each is a setting `app.<name>`. */
export const appImageNames = [
  'logo',
  'logo_dark',
  'logo_horizontal',
  'logo_horizontal_dark',
  'touch_icon',
  'favicon',
  'og_image',
] as const
export type AppImageName = (typeof appImageNames)[number]
export const AppImageName = z.enum(appImageNames)

/** How users pay for storage. */
export const SubscriptionType = z.enum(['none', 'fixed', 'metered'])
export type SubscriptionType = z.infer<typeof SubscriptionType>
