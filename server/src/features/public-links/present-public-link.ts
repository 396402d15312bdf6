import type { AvatarImages, PublicShare } from '@holdall/api'
import type { Opened } from './public-link.store.ts'

/** A link as a visitor sees it: before it is unlocked, nothing about its entry. */
export function presentPublicShare(
  { share, entry, owner }: Opened,
  avatar: AvatarImages | null,
  { unlocked, canUploadRemote }: { readonly unlocked: boolean; readonly canUploadRemote: boolean },
): PublicShare {
  return {
    id: share.id,
    type: 'share',
    attributes: {
      token: share.token,
      permission: share.permission,
      can_download: share.can_download === 1,
      can_upload_remote: canUploadRemote,
      protected: share.password_hash !== null,
      unlocked,
      type: unlocked ? (entry.kind === 'file' ? 'file' : 'folder') : null,
      item_id: unlocked ? entry.id : null,
      name: unlocked ? entry.name : null,
      color: unlocked ? entry.color : null,
      emoji: unlocked ? entry.emoji : null,
      owner: unlocked ? { name: owner.name, avatar, color: owner.color } : null,
      expires_at: unlocked && share.expires_at !== null ? new Date(share.expires_at).toISOString() : null,
    },
  }
}
