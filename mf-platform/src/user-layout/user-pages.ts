import type { IconType } from '@holdall/ui'
import { HardDrive } from '@holdall/ui/icons'

/** The pages of the account, in the order of the sidebar. */
export const userPages = [
  { id: 'storage', path: '/user/settings/storage', labelId: 'user.storage.title', icon: HardDrive },
] as const satisfies readonly { id: string; path: string; labelId: string; icon: IconType }[]

export type UserPageId = (typeof userPages)[number]['id']
