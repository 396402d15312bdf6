import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { MAX_LINKS_PER_CALL, MAX_UNLINKED_PER_CALL } from '../call-limits.ts'
import { ShareEvent } from '../resources/activity.ts'
import { Email } from '../resources/email.ts'
import { Id, IntText, one, Paginate } from '../resources/field-types.ts'
import { Done, Listing } from '../resources/entry.ts'
import { Share, SharePermission, ShareQrCode } from '../resources/share.ts'
import { DownloadLimit, EndDate, Expiration, LinkName } from '../resources/share-options.ts'
import { ListingQuery } from './files.ts'

/** May be short, because attempts are throttled. The maximum bounds the work of hashing. */
export const LinkPassword = z.string().check(z.minLength(1, 'Enter a password.'), z.maxLength(256))
export const ShareToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/))

/** Receivers of one mail with a link. */
export const MAX_SHARE_EMAILS = 20

interface ChosenEnd {
  readonly expiration?: number | null | undefined
  readonly expires_at?: string | null | undefined
}
const isOneEnd = ({ expiration, expires_at }: ChosenEnd) => !expiration || !expires_at
const oneEnd = { message: 'Send either hours or a date.', path: ['expires_at'] }

export const browseShared = endpoint({
  id: 'share-links.browse',
  method: 'GET',
  path: '/api/browse/share',
  summary: 'A page of the entries that the caller made links to; `meta.location` of each is its folder',
  access: { by: 'user', targets: {} },
  query: ListingQuery,
  response: Listing,
})

export const linksOfEntry = endpoint({
  id: 'share-links.of-entry',
  method: 'GET',
  path: '/api/share/entry/:id',
  summary:
    'All links of an entry, expired ones among them: the oldest first; without those that allow editing for members with can_view',
  access: { by: 'user', targets: { entry: { action: 'list-links', id: ({ params }) => params.id } } },
  params: z.object({ id: Id }),
  /** `can_create`: whether the caller may make links to the entry. */
  response: z.object({ data: z.array(Share), meta: z.object({ can_create: z.boolean() }) }),
})

export const createShare = endpoint({
  id: 'share-links.create',
  method: 'POST',
  path: '/api/share',
  summary: 'Make a public link to an entry, which can have several',
  access: { by: 'user', targets: { entry: { action: 'share', id: ({ body }) => body.id } } },
  body: z
    .object({
      id: Id,
      type: z.optional(z.enum(['file', 'folder'])),
      name: z.optional(z.nullable(LinkName)),
      isPassword: z.optional(z.boolean()),
      password: z.optional(z.nullable(LinkPassword)),
      /** `editor` is for folders: visitors may then add, change and remove what is in them. */
      permission: z.optional(z.nullable(SharePermission)),
      /** True by default. False: visitors see names and thumbnails only. Not together with `editor` or a limit of downloads. */
      can_download: z.optional(z.boolean()),
      /** Hours. */
      expiration: z.optional(z.nullable(Expiration)),
      /** In place of hours, when it ends. */
      expires_at: z.optional(z.nullable(EndDate)),
      /** The link ends after so many downloads. */
      download_limit: z.optional(z.nullable(DownloadLimit)),
      /** Each gets a mail with the link. */
      emails: z.optional(z.array(Email).check(z.maxLength(MAX_SHARE_EMAILS))),
    })
    .check(
      z.refine((b) => !b.isPassword || Boolean(b.password), { message: 'Enter a password.', path: ['password'] }),
      z.refine(isOneEnd, oneEnd),
    ),
  response: one(Share),
  status: 201,
  errors: ['too-many-links', 'address-unconfirmed', 'quota-exceeded'],
  changes: ['shares'],
})

export const updateShare = endpoint({
  id: 'share-links.update',
  method: 'PATCH',
  path: '/api/share/:token',
  summary:
    'Change name, password, permission, downloads or expiry; what is left out stays. Other changes than that of the name end the visits of those who had unlocked it',
  access: { by: 'user', targets: { shareTokens: ({ params }) => [params.token] } },
  params: z.object({ token: ShareToken }),
  body: z
    .object({
      name: z.optional(z.nullable(LinkName)),
      protected: z.optional(z.boolean()),
      password: z.optional(z.nullable(LinkPassword)),
      permission: z.optional(SharePermission),
      can_download: z.optional(z.boolean()),
      expiration: z.optional(z.nullable(Expiration)),
      expires_at: z.optional(z.nullable(EndDate)),
      download_limit: z.optional(z.nullable(DownloadLimit)),
    })
    .check(z.refine(isOneEnd, oneEnd)),
  response: one(Share),
  changes: ['shares'],
})

export const revokeShares = endpoint({
  id: 'share-links.revoke',
  method: 'DELETE',
  path: '/api/share/revoke',
  summary: 'End public links at once',
  access: { by: 'user', targets: { shareTokens: ({ body }) => body.tokens } },
  body: z.object({ tokens: z.array(ShareToken).check(z.minLength(1), z.maxLength(MAX_LINKS_PER_CALL)) }),
  response: Done,
  changes: ['shares'],
})

export const revokeAllShares = endpoint({
  id: 'share-links.revoke-all',
  method: 'DELETE',
  path: '/api/share/revoke-all',
  summary: 'End all public links of entries at once',
  access: {
    by: 'user',
    targets: { selection: { action: 'share', selection: ({ body }) => ({ items: body.ids.map((id) => ({ id })) }) } },
  },
  body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(MAX_UNLINKED_PER_CALL)) }),
  response: Done,
  changes: ['shares'],
})

/** The origin of a page: scheme, host and port. */
const Origin = z.string().check(
  z.maxLength(255),
  z.refine((text) => URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text), {
    message: 'This has to be an origin, such as https://files.example.',
  }),
)

export const shareQrCode = endpoint({
  id: 'share-links.qr-code',
  method: 'GET',
  path: '/api/share/:token/qr',
  summary: 'The address of a link as a QR code',
  access: { by: 'user', targets: { shareTokens: ({ params }) => [params.token] } },
  params: z.object({ token: ShareToken }),
  query: z.object({
    /** What the address begins with where HOLDALL_PUBLIC_URL is not set. */
    origin: z.optional(Origin),
  }),
  response: one(ShareQrCode),
})

export const emailShare = endpoint({
  id: 'share-links.email',
  method: 'POST',
  path: '/api/share/:token/email',
  summary: 'Send a link by mail, in the language of the caller; never its password',
  access: { by: 'user', targets: { shareTokens: ({ params }) => [params.token] } },
  params: z.object({ token: ShareToken }),
  body: z.object({ emails: z.array(Email).check(z.minLength(1), z.maxLength(MAX_SHARE_EMAILS)) }),
  response: Done,
  errors: ['share-expired', 'share-used-up', 'address-unconfirmed'],
  changes: [],
})

/** Events of one link that are kept; the numbers count all. */
export const MAX_SHARE_EVENTS = 1000

export const shareLog = endpoint({
  id: 'share-links.log',
  method: 'GET',
  path: '/api/share/:token/log',
  summary:
    'A page of what visitors of a link did, the newest first; `meta.counts` has how often since the link was made. A visitor is counted once a minute',
  access: { by: 'user', targets: { shareTokens: ({ params }) => [params.token] } },
  params: z.object({ token: ShareToken }),
  query: z.object({ page: z.optional(IntText), per_page: z.optional(IntText) }),
  response: z.object({
    data: z.array(ShareEvent),
    meta: z.object({
      paginate: Paginate,
      counts: z.object({ opened: z.int(), downloaded: z.int(), uploaded: z.int() }),
    }),
  }),
})
