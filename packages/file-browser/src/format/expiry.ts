import type { Share } from '@holdall/api'

/** Whether a link no longer opens because its time is over. */
export const isExpired = ({ attributes: { expires_at } }: Share): boolean =>
  expires_at !== null && Date.parse(expires_at) <= Date.now()
