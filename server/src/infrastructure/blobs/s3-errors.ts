import { StorageError, type StorageErrorCode } from './storage-error.ts'
import type { S3Settings } from './s3-settings.ts'

interface SdkError {
  readonly name?: string
  readonly code?: string
  readonly message?: string
  readonly $metadata?: { readonly httpStatusCode?: number }
  readonly $response?: { readonly statusCode?: number }
}

const transientNames: ReadonlySet<string> = new Set([
  'AbortError',
  'InternalError',
  'OperationAborted',
  'RequestTimeout',
  'RequestTimeTooSkewed',
  'ServiceUnavailable',
  'SlowDown',
  'ThrottlingException',
  'TimeoutError',
])
const transientCodes: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ETIMEDOUT',
])
const reasons: Readonly<Record<string, StorageErrorCode>> = {
  InvalidAccessKeyId: 'keys',
  SignatureDoesNotMatch: 'keys',
  InvalidSecurity: 'keys',
  AuthorizationHeaderMalformed: 'region',
  PermanentRedirect: 'region',
  TemporaryRedirect: 'region',
  IllegalLocationConstraintException: 'region',
  AccessDenied: 'access',
  AllAccessDisabled: 'access',
  AccountProblem: 'access',
  NoSuchBucket: 'bucket',
  InvalidBucketName: 'bucket',
  NoSuchKey: 'missing',
  NotFound: 'missing',
  NoSuchUpload: 'lost',
  InvalidPart: 'lost',
  EntityTooLarge: 'too-large',
}

const otherNames: ReadonlySet<string> = new Set([
  'InvalidArgument',
  'InvalidRequest',
  'MalformedXML',
  'MethodNotAllowed',
  'NotImplemented',
  'XAmzContentSHA256Mismatch',
])
const isKnownWord = (word: string | undefined): boolean =>
  word !== undefined &&
  (transientNames.has(word) ||
    transientCodes.has(word) ||
    otherNames.has(word) ||
    Object.hasOwn(reasons, word) ||
    /^(CERT_|DEPTH_ZERO_|ERR_|SELF_SIGNED_|UNABLE_TO_)[A-Z_]{1,60}$/.test(word))

const statusOf = ({ $metadata, $response }: SdkError) => $metadata?.httpStatusCode ?? $response?.statusCode ?? 0

/** Whether the same request may succeed a moment later. */
export function isTransient(error: unknown): boolean {
  if (error instanceof StorageError) return error.reason === 'unavailable'
  const known = (error ?? {}) as SdkError
  const status = statusOf(known)
  return (
    transientNames.has(known.name ?? '') ||
    transientCodes.has(known.code ?? '') ||
    status === 429 ||
    (status >= 500 && status !== 501)
  )
}

/** What an error of the SDK means to the operator. Neither keys nor signatures are in its message. */
export function toStorageError(error: unknown, { bucket, endpoint, region }: S3Settings): StorageError {
  if (error instanceof StorageError) return error
  const known = (error ?? {}) as SdkError
  const status = statusOf(known)
  // The setup shows it: no words of a server at an address that someone entered.
  const said = [...new Set([known.name, known.code])].filter(isKnownWord).join(' ')
  const answer = `${said || 'another error'}${status > 0 ? `, status ${status}` : ''}`
  const about = (reason: StorageErrorCode, text: string) => new StorageError(reason, `${text} (${answer})`, error)
  switch (reasons[known.name ?? ''] ?? byStatus(status)) {
    case 'keys':
      return about('keys', `${endpoint} does not accept the S3 key or its secret`)
    case 'access':
      return about('access', `The S3 key may not do this in the bucket ${bucket} at ${endpoint}`)
    case 'bucket':
      return about('bucket', `There is no bucket ${bucket} at ${endpoint}`)
    case 'region':
      return about('region', `The bucket ${bucket} is not in the region ${region} or not at ${endpoint}`)
    case 'missing':
      return about('missing', `The bucket ${bucket} does not have the object`)
    case 'lost':
      return about('lost', `The multipart upload is gone from the bucket ${bucket}`)
    case 'too-large':
      return about('too-large', `${endpoint} does not store objects of this size`)
    default:
      return isTransient(error)
        ? about('unavailable', `The S3 storage at ${endpoint} cannot be reached or is overloaded`)
        : about('other', `The S3 storage at ${endpoint} refused a request`)
  }
}

/** Answers to HEAD have no body that would name the error. */
function byStatus(status: number): StorageErrorCode | undefined {
  if (status === 301 || status === 307) return 'region'
  if (status === 401 || status === 403) return 'access'
  return status === 404 ? 'missing' : undefined
}
