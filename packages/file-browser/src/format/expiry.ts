import type { Share } from '@holdall/api'

/** Whether the validity of a link has passed, by the clock of the browser. */
export const isExpired = ({ attributes: { expires_at } }: Share): boolean =>
  expires_at !== null && Date.parse(expires_at) <= Date.now()
