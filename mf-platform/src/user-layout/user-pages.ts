import type { IconType } from '@holdall/ui'
import { CircleUserRound, HardDrive, History, ShieldCheck } from '@holdall/ui/icons'

/** The pages of the account, in the order of the sidebar. */
export const userPages = [
  { id: 'profile', path: '/user/profile', labelId: 'locations.profile', icon: CircleUserRound },
  { id: 'security', path: '/user/settings/password', labelId: 'user.security.title', icon: ShieldCheck },
  { id: 'storage', path: '/user/settings/storage', labelId: 'user.storage.title', icon: HardDrive },
  { id: 'activity', path: '/user/activity', labelId: 'activity.title', icon: History },
] as const satisfies readonly { id: string; path: string; labelId: string; icon: IconType }[]

export type UserPageId = (typeof userPages)[number]['id']
