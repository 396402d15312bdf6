import * as z from '@holdall/schema'
import { AppImageName, MAX_APP_DESCRIPTION, SubscriptionType } from './app-settings.ts'
import { RegistrationMode } from './client-config.ts'
import { Email } from './email.ts'
import { Bytes } from './field-types.ts'
import { storageProviders } from './storage-provider.ts'
import { oneLine } from './text.ts'

/** The steps of the setup wizard, in order; the page of each is `/setup-wizard/<step>`. */
export const setupSteps = [
  'status-check',
  'purchase-code',
  'database',
  'environment',
  'app-setup',
  'admin-setup',
] as const
export type SetupStep = (typeof setupSteps)[number]
export const SetupStep = z.enum(setupSteps)

const hostPattern = /^(?:[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?\.?|\[?[0-9a-f:.]{2,45}\]?)$/i
/**
 * The length ends the checks, so that no pattern runs on a long text. In UTF-16 units first: `maxLength` counts the
 * characters of the whole text, and the environment has many texts.
 */
const bounded = (maxLength: number, error = `Use at most ${maxLength} characters.`) =>
  [
    z.refine<string>((text) => text.length <= maxLength, { error, abort: true }),
    z.maxLength(maxLength, { error, abort: true }),
  ] as const
/** A name, an IPv4 address, or an IPv6 address with or without brackets. */
const Host = z.string().check(
  ...bounded(255, 'Enter the name or address of the server.'),
  z.trim(),
  z.refine((text) => hostPattern.test(text), 'Enter the name or address of the server, without its protocol.'),
)
const Port = z.int().check(z.refine((port) => port >= 1 && port <= 65_535, 'Enter a port, 1 to 65535.'))
/** In addresses and commands of other servers. */
const Word = (maxLength: number) => oneLine(maxLength).check(z.minLength(1, 'Fill this in.'))
/** Null keeps the one that is saved, an empty one is none. */
const Secret = z.nullable(
  z.string().check(
    ...bounded(512),
    z.refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'Use no control characters.'),
  ),
)
/** Whether the server may be at an address that is not public, such as one in the network of the operator. */
const allowPrivate = { allow_private: z.optional(z.boolean()) }

const postgres = {
  engine: z.literal('postgres'),
  host: Host,
  port: Port,
  name: Word(63),
  user: Word(63),
  /** `require` encrypts, `verify` checks the certificate too. */
  tls: z.enum(['off', 'require', 'verify']),
}
export const SetupDatabase = z.discriminatedUnion('engine', [
  z.object({ engine: z.literal('sqlite'), use_existing: z.optional(z.boolean()) }),
  z.object({
    ...postgres,
    password: Secret,
    ...allowPrivate,
    /** Use the installation that is in it: the setup is over then. */
    use_existing: z.optional(z.boolean()),
  }),
])
export type SetupDatabase = z.infer<typeof SetupDatabase>

const providerIds = storageProviders.map(({ id }) => id)
const s3 = {
  driver: z.literal('s3'),
  provider: z.string().check(
    ...bounded(40),
    z.refine((id) => providerIds.includes(id), 'Choose one of the list.'),
  ),
  region: z.string().check(...bounded(40), z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Enter a region like eu-central-1.')),
  /** Null: that of the provider in the region. */
  endpoint: z.nullable(
    z
      .string()
      .check(
        ...bounded(300),
        z.regex(/^https?:\/\/[^\s/?#@]+\/?$/i, 'Enter an address like https://s3.example.com, without a path.'),
      ),
  ),
  bucket: z
    .string()
    .check(...bounded(63), z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/i, 'Enter the name of a bucket.')),
  key: z
    .string()
    .check(...bounded(256), z.regex(/^[\x21-\x7e]{1,256}$/, 'Enter the id of an access key, without spaces.')),
  /** Whether the bucket is in the path of requests. */
  path_style: z.boolean(),
  prefix: z.string().check(
    ...bounded(300),
    z.refine(
      (text) => text === '' || /^[\w.-]{1,64}(?:\/[\w.-]{1,64}){0,3}$/.test(text),
      'Enter a path like holdall, of letters, digits, dots, hyphens and underscores.',
    ),
  ),
}
export const SetupStorage = z.discriminatedUnion('driver', [
  z.object({ driver: z.literal('local') }),
  z.object({ ...s3, secret: Secret, ...allowPrivate }),
])
export type SetupStorage = z.infer<typeof SetupStorage>

const smtp = {
  driver: z.literal('smtp'),
  host: Host,
  port: Port,
  /** `tls`: from the beginning; `starttls`: required after the greeting. */
  encryption: z.enum(['none', 'starttls', 'tls']),
  /** Empty: the server wants no sign-in. */
  user: oneLine(255),
  /** The sender; empty: the user, where that is an address. */
  from: z.union([z.literal(''), Email]),
}
export const SetupMail = z.discriminatedUnion('driver', [
  z.object({ driver: z.literal('none') }),
  z.object({ ...smtp, password: Secret, ...allowPrivate }),
])
export type SetupMail = z.infer<typeof SetupMail>

const keyPart = (maxLength: number) =>
  z.string().check(...bounded(maxLength), z.regex(/^[A-Za-z0-9_-]+$/, 'Use letters, digits, hyphens and underscores.'))
const pusher = {
  driver: z.literal('pusher'),
  /** Of its HTTP API. */
  host: Host,
  port: Port,
  tls: z.boolean(),
  app_id: keyPart(100),
  key: keyPart(200),
  /** Where browsers connect; empty and null: the same. */
  socket_host: z.union([z.literal(''), Host]),
  socket_port: z.nullable(Port),
  socket_tls: z.boolean(),
}
export const SetupBroadcast = z.discriminatedUnion('driver', [
  z.object({ driver: z.literal('native') }),
  z.object({ driver: z.literal('none') }),
  z.object({ ...pusher, secret: z.nullable(keyPart(200)), ...allowPrivate }),
])
export type SetupBroadcast = z.infer<typeof SetupBroadcast>

export const PublicUrl = z
  .string()
  .check(
    ...bounded(300),
    z.regex(/^https?:\/\/[^\s/?#@]+\/?$/i, 'Enter an address like https://files.example.com, without a path.'),
  )

export const SetupEnvironment = z.object({
  storage: SetupStorage,
  mail: SetupMail,
  broadcast: SetupBroadcast,
  /** Null: any address that reaches the server may be used. */
  public_url: z.nullable(PublicUrl),
})
export type SetupEnvironment = z.infer<typeof SetupEnvironment>

/** Locked values are sent as they are. */
export const SetupApp = z.object({
  name: oneLine(80).check(z.minLength(1, 'Enter a name.')),
  description: oneLine(MAX_APP_DESCRIPTION),
  /** The color of buttons and links; null for Holdall's. */
  accent: z.nullable(z.string().check(...bounded(7), z.regex(/^#[0-9a-f]{6}$/i, 'Enter a color like #2f6fed.'))),
  contact_email: z.union([z.literal(''), Email]),
  registration: RegistrationMode,
  /** Null: accounts have no storage limit. */
  default_quota_bytes: z.nullable(Bytes),
  /** Null: any number. */
  max_team_members: z.nullable(
    z.int().check(z.refine((count) => count >= 0 && count <= 100_000, 'Enter a number, 0 to 100000.')),
  ),
  subscription_type: SubscriptionType,
})
export type SetupApp = z.infer<typeof SetupApp>

const hasPassword = { has_password: z.boolean() }
const hasSecret = { has_secret: z.boolean() }

/** What is configured, without passwords and secrets. */
export const SetupValues = z.object({
  database: z.discriminatedUnion('engine', [
    z.object({ engine: z.literal('sqlite') }),
    z.object({ ...postgres, ...hasPassword }),
  ]),
  /** Whether the database that is in use has been used: nothing of it is moved to another one. */
  database_has_data: z.boolean(),
  storage: z.discriminatedUnion('driver', [
    z.object({ driver: z.literal('local'), path: z.string() }),
    z.object({ ...s3, ...hasSecret }),
  ]),
  mail: z.discriminatedUnion('driver', [
    z.object({ driver: z.literal('none'), folder: z.string() }),
    z.object({ ...smtp, ...hasPassword }),
  ]),
  broadcast: z.discriminatedUnion('driver', [
    z.object({ driver: z.literal('native') }),
    z.object({ driver: z.literal('none') }),
    z.object({ ...pusher, ...hasSecret }),
  ]),
  public_url: z.nullable(z.string()),
  app: SetupApp,
  /** Addresses. */
  images: z.record(AppImageName, z.nullable(z.string())),
  purchase_code: z.nullable(z.string()),
  /**
   * What the environment or a file decides: `database`, `storage`, `mail`, `broadcast`, `public_url`, fields of `app`, and
   * images. `by`: a variable, `HOLDALL_CONFIG` or `config.json`.
   */
  locked: z.array(z.object({ name: z.string(), by: z.string() })),
})
export type SetupValues = z.infer<typeof SetupValues>

/** What is done with a storage, in this order. */
export const storageTestSteps = ['write', 'read', 'range', 'multipart', 'delete'] as const
export type StorageTestStep = (typeof storageTestSteps)[number]
export const StorageTest = z.object({
  ok: z.boolean(),
  steps: z.array(
    z.object({
      id: z.enum(storageTestSteps),
      state: z.enum(['passed', 'failed', 'not_run']),
      /** What to do, in the language of the browser. */
      message: z.nullable(z.string()),
      /** What the storage answered. */
      detail: z.nullable(z.string()),
    }),
  ),
})
export type StorageTest = z.infer<typeof StorageTest>

/** Bytes of an image that is sent. */
export const MAX_APP_IMAGE_UPLOAD_BYTES = 2 * 1024 * 1024
/** Width × height of an image that is sent. */
export const MAX_APP_IMAGE_PIXELS = 50_000_000
