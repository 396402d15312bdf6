import type { Share } from '@holdall/api'
import type { ShareRow } from './entry-links.store.ts'

export interface LinkView {
  /** The origin that links begin with. */
  readonly origin: string
  readonly now: number
  /** Who sees it. Absent: visitors, to whom links are not presented. */
  readonly viewerId?: string
}

/** A link as its owner or a member of its team folder sees it, without the password hash. */
export function presentShare(
  share: ShareRow,
  kind: 'root' | 'folder' | 'file',
  { origin, now, viewerId }: LinkView,
): Share {
  const isOwn = share.owner_id === viewerId || share.creator_id === viewerId
  return {
    id: share.id,
    type: 'share',
    attributes: {
      token: share.token,
      item_id: share.entry_id,
      type: kind === 'file' ? 'file' : 'folder',
      name: share.name,
      permission: share.permission,
      can_download: share.can_download === 1,
      protected: share.password_hash !== null,
      expire_in: share.expire_in,
      expires_at: share.expires_at === null ? null : new Date(share.expires_at).toISOString(),
      expired: share.expires_at !== null && share.expires_at <= now,
      download_limit: share.download_limit,
      downloads: share.downloads,
      link: `${origin}/share/${share.token}`,
      created_at: new Date(share.created_at).toISOString(),
      ...(!isOwn && { read_only: true as const }),
    },
  }
}
