import * as z from '@holdall/schema'
import { AvatarImages } from './avatar.ts'
import { Id, Instant } from './field-types.ts'
import { FolderColor } from './folder-color.ts'

export const SharePermission = z.enum(['visitor', 'editor'])
export type SharePermission = z.infer<typeof SharePermission>

/** A public link, as its owner sees it, or a member of the team folder that its entry is in. */
export const Share = z.object({
  id: Id,
  type: z.literal('share'),
  attributes: z.object({
    token: z.string(),
    item_id: Id,
    type: z.enum(['file', 'folder']),
    /** What its owner calls it; visitors do not see it. */
    name: z.nullable(z.string()),
    permission: SharePermission,
    /** False: visitors see names and thumbnails, and get no file. */
    can_download: z.boolean(),
    protected: z.boolean(),
    /** The chosen validity in hours; null where it never ends, or ends at a chosen date. */
    expire_in: z.nullable(z.int()),
    expires_at: z.nullable(Instant),
    /** Whether `expires_at` has passed. */
    expired: z.boolean(),
    /** The link ends after so many downloads; null: there is no limit. */
    download_limit: z.nullable(z.int()),
    /** How many were begun while there was a limit. */
    downloads: z.int(),
    /** Absolute address when HOLDALL_PUBLIC_URL is set; otherwise a path. */
    link: z.string(),
    created_at: Instant,
    /** Set where the caller may not change or revoke it: in a team folder, another user made it. */
    read_only: z.optional(z.literal(true)),
  }),
})
export type Share = z.infer<typeof Share>

/** The address of a link, for cameras. */
export const ShareQrCode = z.object({
  /** Of the link. */
  id: Id,
  type: z.literal('qr-code'),
  attributes: z.object({
    /** An SVG document: dark on white, with the margin that scanners need. */
    svg: z.string(),
  }),
})
export type ShareQrCode = z.infer<typeof ShareQrCode>

/** A public link as its visitors see it. */
export const PublicShare = z.object({
  id: z.string(),
  type: z.literal('share'),
  attributes: z.object({
    token: z.string(),
    permission: SharePermission,
    can_download: z.boolean(),
    /** Whether visitors may let the server fetch files from their addresses. */
    can_upload_remote: z.boolean(),
    protected: z.boolean(),
    unlocked: z.boolean(),
    /** This and all fields below are null while the link is locked. */
    type: z.nullable(z.enum(['file', 'folder'])),
    item_id: z.nullable(Id),
    name: z.nullable(z.string()),
    /** Null for files. */
    color: z.nullable(FolderColor),
    emoji: z.nullable(z.string()),
    owner: z.nullable(z.object({ name: z.string(), avatar: z.nullable(AvatarImages), color: z.string() })),
    expires_at: z.nullable(Instant),
  }),
})
export type PublicShare = z.infer<typeof PublicShare>
