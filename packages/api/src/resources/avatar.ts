import * as z from '@holdall/schema'

/** Pixels of the sides of the squares that are made of a profile picture. */
export const avatarPixels = { xs: 42, sm: 60, md: 160 } as const
export type AvatarSize = keyof typeof avatarPixels

/** Addresses of a profile picture, WebP images. Another picture has other addresses. */
export const AvatarImages = z.object({ xs: z.string(), sm: z.string(), md: z.string() })
export type AvatarImages = z.infer<typeof AvatarImages>

/** Bytes of a picture that is sent. */
export const MAX_AVATAR_BYTES = 10 * 1024 * 1024
/** Width × height of a picture that is sent. */
export const MAX_AVATAR_PIXELS = 50_000_000
