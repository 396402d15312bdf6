import type { PublicShare } from '@holdall/api'
import { makeId } from '@holdall/testing'

export const token = 'abcdefghijklmnop1234'

/** A link to a folder; default: open. */
export const shareOf = (attributes: Partial<PublicShare['attributes']> = {}): { data: PublicShare } => ({
  data: {
    id: token,
    type: 'share',
    attributes: {
      token,
      permission: 'visitor',
      can_download: true,
      can_upload_remote: false,
      protected: false,
      unlocked: true,
      type: 'folder',
      item_id: makeId(),
      name: 'Press kit',
      color: null,
      emoji: null,
      owner: { name: 'Maya Lindqvist', avatar: null, color: '#41b6e6' },
      expires_at: '2027-03-23T10:00:00.000Z',
      ...attributes,
    },
  },
})
