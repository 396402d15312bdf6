/**
 * `unavailable`: it may work later. The others need the operator: `keys`, `access`, `bucket`, `region`, `address` and
 * `ranges` are about the configuration. `lost`: what an unfinished blob was made of is gone.
 */
export type StorageErrorCode =
  | 'unavailable'
  | 'keys'
  | 'access'
  | 'bucket'
  | 'region'
  | 'address'
  | 'ranges'
  | 'too-large'
  | 'missing'
  | 'lost'
  | 'other'

/** What the blob store cannot do, with a message for operators. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly reason: StorageErrorCode
  constructor(reason: StorageErrorCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

const misconfigured: ReadonlySet<StorageErrorCode> = new Set([
  'keys',
  'access',
  'bucket',
  'region',
  'address',
  'ranges',
])

/** Whether it stays until the operator changes the configuration. */
export const isMisconfigured = ({ reason }: StorageError): boolean => misconfigured.has(reason)
