import { randomBytes } from 'node:crypto'
import { localStorage, type S3Settings, type StorageSettings } from '../infrastructure/blobs/s3-settings.ts'
import { type OutgoingAllow, parseOutgoingAllow } from '../infrastructure/outgoing/outgoing-allow.ts'

/** Where the setup of a jest project has started an S3 server: the settings of its bucket as JSON. */
export const s3Variable = 'HOLDALL_TEST_S3'

/** The bucket of the tests with a prefix of its own; null where this run has no S3 server. */
export function testS3(): S3Settings | null {
  const json = process.env[s3Variable]
  return json ? { ...(JSON.parse(json) as S3Settings), prefix: `t-${randomBytes(6).toString('hex')}/` } : null
}

/** What a test app stores its blobs in. */
export function testStorage(): StorageSettings {
  const s3 = testS3()
  return s3 ? { driver: 's3', s3 } : localStorage
}

/** The S3 server of the tests is on this machine. */
export const testStorageAllow = (): OutgoingAllow =>
  process.env[s3Variable] ? (parseOutgoingAllow('127.0.0.0/8') ?? []) : []

/** The variables with which a process uses this storage. */
export const storageVariablesOf = ({ driver, s3 }: StorageSettings): Record<string, string> =>
  s3
    ? {
        HOLDALL_STORAGE_DRIVER: driver,
        HOLDALL_S3_ENDPOINT: s3.endpoint,
        HOLDALL_S3_REGION: s3.region,
        HOLDALL_S3_BUCKET: s3.bucket,
        HOLDALL_S3_KEY: s3.accessKeyId,
        HOLDALL_S3_SECRET: s3.secretAccessKey,
        HOLDALL_S3_PATH_STYLE: String(s3.isPathStyle),
        HOLDALL_OUTGOING_ALLOW: '127.0.0.0/8',
        ...(s3.prefix && { HOLDALL_S3_PREFIX: s3.prefix.slice(0, -1) }),
      }
    : {}
