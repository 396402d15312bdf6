import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Email, PersonName } from '@holdall/api'
import ipaddr from 'ipaddr.js'
import * as z from 'zod/mini'
import {
  type FixedSettings,
  fixSettings,
  operatorSettings,
  SettingError,
} from '../setting-definitions/fixed-settings.ts'
import { configPath, readJsonObject } from './config-file.ts'
import { type OutgoingAllow, parseOutgoingAllow } from '../outgoing/outgoing-allow.ts'
import type { LogFormat } from '../log.ts'
import { StartError } from '../start-error.ts'
import type { StorageSettings } from '../blobs/s3-settings.ts'
import { type RecaptchaConfig, recaptchaFileKeys, recaptchaFrom, recaptchaVariables } from './recaptcha.ts'
import {
  signInProviderFileKeys,
  type SignInProvidersConfig,
  signInProvidersFrom,
  signInProviderVariables,
} from './sign-in-providers.ts'
import { storageFileKeys, storageFrom, storageVariables } from './storage.ts'
import { type BroadcastConfig, broadcastFrom, BroadcastSocketUrl, BroadcastUrl } from './broadcast.ts'

/** What the process reads once, at its start. What admins change while it runs is in the settings table. */
export interface Config {
  readonly version: string
  readonly host: string
  readonly port: number
  /** Absolute. */
  readonly dataDir: string
  /** Origin without a trailing slash; null when any address that reaches the host may be used. */
  readonly publicUrl: string | null
  /** Origin that user content is served from; null: the same as everything else. */
  readonly contentUrl: string | null
  /** `postgres://…`; null: SQLite in the data folder. */
  readonly databaseUrl: string | null
  /** Where the bytes of files are kept. */
  readonly storage: StorageSettings
  /** `smtp://…`; null: mails are files in the data folder, and no address is verified. */
  readonly smtpUrl: string | null
  readonly broadcast: BroadcastConfig
  readonly signInProviders: SignInProvidersConfig
  readonly recaptcha: RecaptchaConfig | null
  /** When set, the first start does the setup without the wizard. */
  readonly admin: { readonly name: string; readonly email: string; readonly password: string } | null
  /** Peers whose X-Forwarded-* is trusted: addresses, networks, or `loopback`. */
  readonly trustedProxies: string
  /** What outgoing requests to configured services may reach besides public addresses; remote uploads may not. */
  readonly outgoingAllow: OutgoingAllow
  /** Absolute path of a MaxMind database; null: places of addresses are not known. */
  readonly geoipDatabase: string | null
  readonly logLevel: string
  readonly logFormat: LogFormat
  /** Whether everybody may open an account that only reads. */
  readonly demo: boolean
  /** Settings that the environment or config.json decides. */
  readonly settings: FixedSettings
  /** Every variable that is set, by the environment or a file. */
  readonly variables: Readonly<Record<string, string>>
  /** What sets each of them: its own name for the environment, `HOLDALL_CONFIG` or `config.json`. */
  readonly sources: Readonly<Record<string, string>>
}

const origin = z.string().check(
  z.refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    return url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash
  }, 'must be an address like https://files.example.com, without a path'),
)
const urlOf = (pattern: RegExp, example: string) =>
  z.string().check(z.refine((text) => pattern.test(text) && URL.canParse(text), `must look like ${example}`))

export const PostgresUrl = urlOf(/^postgres(ql)?:\/\//, 'postgres://user:password@host:5432/holdall')

const hostName = /^[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?$/i
const namedNetworks: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])
/** Whether proxy-addr accepts it: a name, an address, or a network with a prefix length or an IPv4 mask. */
function isPeers(text: string): boolean {
  if (namedNetworks.has(text)) return true
  const [address = '', range, ...rest] = text.split('/')
  if (!ipaddr.isValid(address) || rest.length > 0) return false
  if (range === undefined || ipaddr.isValidCIDR(text)) return true
  return ipaddr.IPv4.isValidFourPartDecimal(range) && ipaddr.IPv4.parse(range).prefixLengthFromSubnetMask() !== null
}

const Values = z.object({
  HOLDALL_PORT: z._default(
    z
      .string()
      .check(z.refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'must be a port, 0 to 65535')),
    '8080',
  ),
  HOLDALL_HOST: z._default(
    z
      .string()
      .check(z.refine((text) => ipaddr.isValid(text) || hostName.test(text), 'must be an IP address or a host name')),
    '127.0.0.1',
  ),
  HOLDALL_DATA_DIR: z._default(z.string(), './data'),
  HOLDALL_PUBLIC_URL: z.optional(origin),
  HOLDALL_CONTENT_URL: z.optional(origin),
  HOLDALL_DATABASE_URL: z.optional(PostgresUrl),
  // Ignoring the variable would store files where nobody expects them.
  HOLDALL_STORAGE_URL: z.optional(
    z.string().check(z.refine(() => false, 'is not understood: set HOLDALL_STORAGE_DRIVER and HOLDALL_S3_…')),
  ),
  ...storageVariables,
  HOLDALL_SMTP_URL: z.optional(urlOf(/^smtps?:\/\//, 'smtp://user:password@host:587')),
  HOLDALL_BROADCAST_URL: z.optional(BroadcastUrl),
  HOLDALL_BROADCAST_SOCKET_URL: z.optional(BroadcastSocketUrl),
  ...signInProviderVariables,
  ...recaptchaVariables,
  HOLDALL_ADMIN_EMAIL: z.optional(
    z.string().check(z.refine((text) => Email.safeParse(text).success, 'must be an e-mail address')),
  ),
  HOLDALL_ADMIN_NAME: z.optional(
    z.string().check(z.refine((text) => PersonName.safeParse(text).success, 'must be a name in one line')),
  ),
  HOLDALL_ADMIN_PASSWORD: z.optional(
    z.string().check(
      z.minLength(8, 'must have at least 8 characters'),
      // What the form of sign-in takes: nobody could give another one.
      z.maxLength(256, 'must have at most 256 characters'),
      z.regex(/^\P{Cc}*$/u, 'must be one line, without control characters'),
    ),
  ),
  HOLDALL_TRUSTED_PROXIES: z._default(
    z
      .string()
      .check(
        z.refine(
          (text) => text.split(',').every((part) => isPeers(part.trim())),
          'must be addresses or networks like 10.0.0.0/8, or loopback, linklocal, uniquelocal, separated by commas',
        ),
      ),
    'loopback',
  ),
  HOLDALL_OUTGOING_ALLOW: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => parseOutgoingAllow(text) !== null,
          'must be hosts with a port like hooks.lan:8080, or networks like 10.0.0.0/8, separated by commas',
        ),
      ),
  ),
  HOLDALL_DEMO: z.optional(z.enum(['true', 'false'], 'must be true or false')),
  HOLDALL_GEOIP_DATABASE: z.optional(z.string()),
  HOLDALL_LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'info'),
  HOLDALL_LOG_FORMAT: z._default(z.enum(['json', 'text'], 'must be json or text'), 'json'),
})
type Name = keyof z.output<typeof Values>
/** All but those of settings. */
export const configVariables: readonly string[] = [...Object.keys(Values.shape), 'HOLDALL_CONFIG']

/** Every variable that has an effect. */
export const knownVariables: ReadonlySet<string> = new Set([
  ...Object.keys(Values.shape),
  'HOLDALL_CONFIG',
  ...operatorSettings.map(({ variable }) => variable),
])

/** The keys of data/config.json that set a variable; it may hold settings by their names too. */
const fileKeys = {
  database_url: 'HOLDALL_DATABASE_URL',
  storage_url: 'HOLDALL_STORAGE_URL',
  ...storageFileKeys,
  smtp_url: 'HOLDALL_SMTP_URL',
  broadcast_url: 'HOLDALL_BROADCAST_URL',
  broadcast_socket_url: 'HOLDALL_BROADCAST_SOCKET_URL',
  ...signInProviderFileKeys,
  ...recaptchaFileKeys,
  public_url: 'HOLDALL_PUBLIC_URL',
  content_url: 'HOLDALL_CONTENT_URL',
  outgoing_allow: 'HOLDALL_OUTGOING_ALLOW',
} as const satisfies Record<string, Name>

interface ConfigFile {
  /** What messages and the settings list call it. */
  readonly label: string
  readonly variables: Partial<Record<Name, string>>
  readonly settings: Readonly<Record<string, unknown>>
}

const adminKeys = ['name', 'email', 'password'] as const

/** `admin` of a file that `HOLDALL_CONFIG` names. */
function readAdmin(admin: unknown, path: string): Partial<Record<Name, string>> {
  const fields = Object.entries((admin ?? {}) as object)
  const isValid =
    typeof admin === 'object' &&
    admin !== null &&
    fields.every(([key, value]) => adminKeys.some((known) => known === key) && typeof value === 'string')
  if (!isValid) throw new StartError(`"admin" in ${path} must hold email, password and, if you like, name, as texts.`)
  return Object.fromEntries(fields.map(([key, value]) => [`HOLDALL_ADMIN_${key.toUpperCase()}`, value as string]))
}

function readFile(path: string, label: string, isGiven: boolean): ConfigFile {
  const json = readJsonObject(path)
  if (!json && isGiven) throw new StartError(`HOLDALL_CONFIG names the file ${path}, which does not exist.`)
  const variables: Partial<Record<Name, string>> = {}
  const settings: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(json ?? {})) {
    if (operatorSettings.some(({ name }) => name === key)) settings[key] = value
    else if (key === 'admin' && isGiven) Object.assign(variables, readAdmin(value, path))
    else if (!Object.hasOwn(fileKeys, key)) {
      const known = [
        ...(isGiven ? ['admin'] : []),
        ...Object.keys(fileKeys),
        ...operatorSettings.map(({ name }) => name),
      ]
      throw new StartError(`${path} holds "${key}"; known are ${known.join(', ')}.`)
    } else if (typeof value !== 'string') throw new StartError(`"${key}" in ${path} must be a text.`)
    else variables[fileKeys[key as keyof typeof fileKeys]] = value
  }
  return { label, variables, settings }
}

function readSettings(env: Readonly<Record<string, string | undefined>>, files: readonly ConfigFile[]): FixedSettings {
  try {
    return fixSettings(env, files)
  } catch (error) {
    if (error instanceof SettingError) throw new StartError(error.message)
    throw error
  }
}

const version = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version

/** Environment, then the file of `HOLDALL_CONFIG`, then data/config.json, then defaults. Throws `StartError`. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([name, value]) => name.startsWith('HOLDALL_') && value))
  const dataDir = resolve(set['HOLDALL_DATA_DIR'] ?? './data')
  const given = set['HOLDALL_CONFIG'] ? [readFile(resolve(set['HOLDALL_CONFIG']), 'HOLDALL_CONFIG', true)] : []
  const files = [...given, readFile(configPath(dataDir), 'config.json', false)]
  const variables = Object.assign({}, ...files.map((file) => file.variables).toReversed(), set) as Record<
    string,
    string
  >
  const parsed = Values.safeParse(variables)
  if (!parsed.success) {
    throw new StartError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`).join('\n'))
  }
  const v = parsed.data
  if (Boolean(v.HOLDALL_ADMIN_EMAIL) !== Boolean(v.HOLDALL_ADMIN_PASSWORD)) {
    throw new StartError('HOLDALL_ADMIN_EMAIL and HOLDALL_ADMIN_PASSWORD belong together: set both or neither.')
  }
  if (v.HOLDALL_SMTP_URL && !v.HOLDALL_PUBLIC_URL) {
    throw new StartError('HOLDALL_SMTP_URL needs HOLDALL_PUBLIC_URL beside it: mails carry links.')
  }
  if (v.HOLDALL_BROADCAST_SOCKET_URL && (v.HOLDALL_BROADCAST_URL ?? 'none') === 'none') {
    throw new StartError(
      'HOLDALL_BROADCAST_SOCKET_URL needs the address of a server in HOLDALL_BROADCAST_URL beside it.',
    )
  }
  const [publicUrl, contentUrl] = [v.HOLDALL_PUBLIC_URL, v.HOLDALL_CONTENT_URL].map((url) =>
    url ? new URL(url).origin : null,
  ) as [string | null, string | null]
  if (contentUrl !== null && contentUrl === publicUrl) {
    throw new StartError('HOLDALL_CONTENT_URL must be another host name than HOLDALL_PUBLIC_URL; leave it out for one.')
  }
  const storage = storageFrom(v)
  if (publicUrl?.startsWith('https:') && storage.s3?.downloadUrl?.startsWith('http:')) {
    throw new StartError('HOLDALL_S3_DOWNLOAD_URL must be https too: browsers refuse other downloads from https pages.')
  }
  return {
    version,
    host: v.HOLDALL_HOST,
    port: Number(v.HOLDALL_PORT),
    dataDir,
    publicUrl,
    contentUrl,
    databaseUrl: v.HOLDALL_DATABASE_URL ?? null,
    storage,
    smtpUrl: v.HOLDALL_SMTP_URL ?? null,
    broadcast: broadcastFrom(v.HOLDALL_BROADCAST_URL, v.HOLDALL_BROADCAST_SOCKET_URL),
    signInProviders: signInProvidersFrom(v, v.HOLDALL_PUBLIC_URL),
    recaptcha: recaptchaFrom(v, v.HOLDALL_PUBLIC_URL),
    admin:
      v.HOLDALL_ADMIN_EMAIL && v.HOLDALL_ADMIN_PASSWORD
        ? {
            name: PersonName.parse(v.HOLDALL_ADMIN_NAME ?? 'Administrator'),
            // In the form in which sign-in looks it up.
            email: Email.parse(v.HOLDALL_ADMIN_EMAIL),
            password: v.HOLDALL_ADMIN_PASSWORD,
          }
        : null,
    trustedProxies: v.HOLDALL_TRUSTED_PROXIES,
    geoipDatabase: v.HOLDALL_GEOIP_DATABASE ? resolve(v.HOLDALL_GEOIP_DATABASE) : null,
    outgoingAllow: parseOutgoingAllow(v.HOLDALL_OUTGOING_ALLOW ?? '') ?? [],
    logLevel: v.HOLDALL_LOG_LEVEL,
    logFormat: v.HOLDALL_LOG_FORMAT,
    demo: v.HOLDALL_DEMO === 'true',
    settings: readSettings(set, files),
    variables,
    sources: Object.fromEntries(
      Object.keys(variables).map((name) => [
        name,
        set[name] ? name : files.find((file) => Object.hasOwn(file.variables, name))!.label,
      ]),
    ),
  }
}
