import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { MAX_AVATAR_BYTES } from '../resources/avatar.ts'

const self = { by: 'user', targets: {} } as const

/** Other fields are ignored, such as `name` and `_method`, which the image updates of the specification send along. */
export const setAvatar = endpoint({
  id: 'user.set-avatar',
  method: 'POST',
  path: '/api/user/avatar',
  summary: 'Replace the profile picture by a JPEG, PNG, WebP, AVIF or GIF, of which the middle square is kept',
  access: self,
  image: { field: 'avatar', maxBytes: MAX_AVATAR_BYTES },
  errors: ['bad-image', 'image-too-large'],
  throttle: 'avatar',
  changes: ['user'],
})

export const removeAvatar = endpoint({
  id: 'user.remove-avatar',
  method: 'DELETE',
  path: '/api/user/avatar',
  summary: 'Remove the profile picture; there need not be one',
  access: self,
  changes: ['user'],
})

export const avatarImage = endpoint({
  id: 'user.avatar-image',
  method: 'GET',
  path: '/avatars/:name',
  summary: 'One size of a profile picture, a WebP image; ranges and conditional requests; HEAD too',
  access: { by: 'anyone', why: 'visitors of a link see the picture of its owner; names are random' },
  params: z.object({ name: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)) }),
  answers: 'bytes',
  errors: ['precondition-failed', 'range-not-satisfiable'],
})
