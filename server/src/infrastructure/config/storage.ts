import { storageEndpoint, storageProviders } from '@holdall/api'
import * as z from 'zod/mini'
import { localStorage, type StorageSettings } from '../blobs/s3-settings.ts'
import { StartError } from '../start-error.ts'

const matching = (pattern: RegExp, message: string) => z.optional(z.string().check(z.regex(pattern, message)))
const providerIds = storageProviders.map(({ id }) => id)

const endpoint = z.string().check(
  z.refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    const isPlain = url?.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
    return url !== undefined && /^https?:$/.test(url.protocol) && isPlain
  }, 'must be an address like https://s3.example.com, without a path'),
)

/** The variables of where blobs are kept. */
export const storageVariables = {
  HOLDALL_STORAGE_DRIVER: z._default(z.enum(['local', 's3'], 'must be local or s3'), 'local'),
  HOLDALL_S3_PROVIDER: z.optional(
    z.enum(providerIds as [string, ...string[]], `must be one of ${providerIds.join(', ')}`),
  ),
  HOLDALL_S3_ENDPOINT: z.optional(endpoint),
  HOLDALL_S3_DOWNLOAD_URL: z.optional(endpoint),
  HOLDALL_S3_REGION: matching(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be a region like eu-central-1'),
  HOLDALL_S3_BUCKET: matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/i, 'must be the name of a bucket'),
  HOLDALL_S3_KEY: matching(/^[\x21-\x7e]{1,256}$/, 'must be the id of an access key, without spaces'),
  HOLDALL_S3_SECRET: matching(/^[\x21-\x7e]{1,256}$/, 'must be the secret of an access key, without spaces'),
  HOLDALL_S3_PATH_STYLE: z.optional(z.enum(['true', 'false'], 'must be true or false')),
  HOLDALL_S3_PREFIX: matching(
    /^[\w.-]{1,64}(?:\/[\w.-]{1,64}){0,3}$/,
    'must be a path like holdall or backups/holdall, of letters, digits, dots, hyphens and underscores',
  ),
}
type Variables = z.output<z.ZodMiniObject<typeof storageVariables>>

/** The keys of data/config.json that set these variables. */
export const storageFileKeys = {
  storage_driver: 'HOLDALL_STORAGE_DRIVER',
  s3_provider: 'HOLDALL_S3_PROVIDER',
  s3_endpoint: 'HOLDALL_S3_ENDPOINT',
  s3_download_url: 'HOLDALL_S3_DOWNLOAD_URL',
  s3_region: 'HOLDALL_S3_REGION',
  s3_bucket: 'HOLDALL_S3_BUCKET',
  s3_key: 'HOLDALL_S3_KEY',
  s3_secret: 'HOLDALL_S3_SECRET',
  s3_path_style: 'HOLDALL_S3_PATH_STYLE',
  s3_prefix: 'HOLDALL_S3_PREFIX',
} as const

/** Throws `StartError` where S3 is configured in part. */
export function storageFrom(v: Variables): StorageSettings {
  const isConfigured = Object.entries(v).some(([name, value]) => name.startsWith('HOLDALL_S3_') && value !== undefined)
  if (v.HOLDALL_STORAGE_DRIVER === 'local' && !isConfigured) return localStorage
  const provider = storageProviders.find(({ id }) => id === (v.HOLDALL_S3_PROVIDER ?? 'other'))!
  const region = v.HOLDALL_S3_REGION ?? (provider.regions.length === 1 ? provider.regions[0] : undefined)
  const endpoint = v.HOLDALL_S3_ENDPOINT ?? (region === undefined ? null : storageEndpoint(provider, region))
  const { HOLDALL_S3_BUCKET: bucket, HOLDALL_S3_KEY: accessKeyId, HOLDALL_S3_SECRET: secretAccessKey } = v
  if (!region || !endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    const needed = {
      HOLDALL_S3_REGION: region,
      HOLDALL_S3_ENDPOINT: endpoint ?? (provider.endpoint === null ? null : 'of the provider'),
      HOLDALL_S3_BUCKET: bucket,
      HOLDALL_S3_KEY: accessKeyId,
      HOLDALL_S3_SECRET: secretAccessKey,
    }
    const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]))
    throw new StartError(`S3 storage needs ${missing.join(', ')} too.`)
  }
  const isPathStyle = v.HOLDALL_S3_PATH_STYLE ?? String(provider.isPathStyle)
  return {
    driver: v.HOLDALL_STORAGE_DRIVER,
    s3: {
      endpoint: new URL(endpoint).origin,
      region,
      bucket,
      accessKeyId,
      secretAccessKey,
      isPathStyle: isPathStyle === 'true',
      downloadUrl: v.HOLDALL_S3_DOWNLOAD_URL ? new URL(v.HOLDALL_S3_DOWNLOAD_URL).origin : null,
      prefix: v.HOLDALL_S3_PREFIX === undefined ? '' : `${v.HOLDALL_S3_PREFIX}/`,
    },
  }
}
