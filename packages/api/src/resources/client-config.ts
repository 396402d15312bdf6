import * as z from '@holdall/schema'
import { SubscriptionType } from './app-settings.ts'
import { Bytes } from './field-types.ts'
import { Homepage } from './homepage.ts'
import { EmojiType, ThemeMode } from './user.ts'

/** Who may create an account: anybody, those who were invited to a team folder, or nobody. */
export const RegistrationMode = z.enum(['open', 'invitation', 'closed'])
export type RegistrationMode = z.infer<typeof RegistrationMode>

/** What a client needs before its first screen: inlined in index.html and served at /api/config. */
export const ClientConfig = z.object({
  /** Absolute base URL of the API; empty for the same origin. */
  api: z.string(),
  host: z.string(),
  name: z.string(),
  version: z.string(),
  /** What the operator says about this installation; may be empty. */
  description: z.string(),
  accent: z.nullable(z.string()),
  /** Address of the operator's image in place of the logo. */
  logo: z.nullable(z.string()),
  /** Addresses of its other forms, where the operator has them: on a dark background, and with the name beside it. */
  logos: z.object({
    dark: z.nullable(z.string()),
    horizontal: z.nullable(z.string()),
    horizontalDark: z.nullable(z.string()),
  }),
  locale: z.string(),
  installation: z.enum(['installation-needed', 'installation-done']),
  allowHomepage: z.boolean(),
  /** Null where it is not allowed. */
  homepage: z.nullable(Homepage),
  /** Whether visitors can write to the operator. */
  contact: z.boolean(),
  /** The pages that visitors may read, such as the privacy policy, with their titles. */
  pages: z.array(z.object({ slug: z.string(), title: z.string() })),
  isAuthenticated: z.boolean(),
  /** Whether `/demo` opens the demo account, which only reads. */
  offersDemo: z.boolean(),
  /** The session of the browser awaits its second factor. */
  secondFactorPending: z.boolean(),
  defaultThemeMode: ThemeMode,
  defaultEmoji: EmojiType,
  subscriptionType: SubscriptionType,
  storageLimit: z.boolean(),
  /** Bytes. */
  chunkSize: Bytes,
  /** Bytes; 0 is unlimited. */
  uploadLimit: Bytes,
  uploadLimitFormatted: z.string(),
  mimetypesBlacklist: z.array(z.string()),
  /** Whether files without content are accepted. */
  allowEmptyFiles: z.optional(z.boolean()),
  /** Names of files that are not uploaded, beside `.DS_Store`; `*` is any text. */
  skippedNames: z.optional(z.array(z.string())),
  registration: RegistrationMode,
  /** Whether `registration` is open, for sections that were built before it. */
  allowRegistration: z.boolean(),
  /** Whether sign-up, password recovery and contact need the solution of a challenge. */
  proofOfWork: z.boolean(),
  /** Whether they need a token of reCAPTCHA instead. */
  recaptcha: z.object({
    isAllowed: z.boolean(),
    isConfigured: z.boolean(),
    /** The site key; null, as the origin of the script, where it is not allowed. */
    clientId: z.nullable(z.string()),
    origin: z.nullable(z.string()),
  }),
  emailVerification: z.boolean(),
  /** Whether this address can have passkeys: browsers allow them on https and on localhost only. */
  passkeys: z.boolean(),
  /** Where people may sign in besides; `oidc` is the name of the operator's OpenID Connect provider. */
  socialLogins: z.object({
    google: z.boolean(),
    facebook: z.boolean(),
    github: z.boolean(),
    oidc: z.nullable(z.string()),
  }),
  trashDays: z.int(),
  /** How pages are told about changes, over the Pusher protocol. `native` is this server. */
  broadcasting: z.object({
    driver: z.enum(['native', 'pusher', 'none']),
    /** Null where the driver is `none`. */
    key: z.nullable(z.string()),
    /** Null, as the port and `tls`: those of the page. */
    host: z.nullable(z.string()),
    port: z.nullable(z.int()),
    tls: z.nullable(z.boolean()),
  }),
})
export type ClientConfig = z.infer<typeof ClientConfig>
