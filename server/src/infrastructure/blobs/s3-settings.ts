/** Where an S3 store keeps blobs, and with which key. */
export interface S3Settings {
  /** Origin: `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Whether the bucket is in the path of requests, in place of the host name. */
  readonly isPathStyle: boolean
  /** Empty, or with a slash at its end. */
  readonly prefix: string
  /** Origin at which browsers reach the endpoint, to download from it; null: downloads go through this server. */
  readonly downloadUrl: string | null
}

export interface StorageSettings {
  readonly driver: 'local' | 's3'
  /** Null where S3 is not configured. With the driver `local` it is the target or the source of a migration. */
  readonly s3: S3Settings | null
}

export const localStorage: StorageSettings = { driver: 'local', s3: null }
