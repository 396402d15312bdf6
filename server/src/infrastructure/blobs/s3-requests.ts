import type { Readable } from 'node:stream'
import type * as AwsS3 from '@aws-sdk/client-s3'
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import { second } from '../clock.ts'
import type { OutgoingAllow } from '../outgoing/outgoing-allow.ts'
import { type S3Body, sha256Of, streamOf } from './s3-body.ts'
import { type AnswerHeaders, DIRECT_ADDRESS_SECONDS } from './blob-store.ts'
import { createS3Agent } from './s3-connections.ts'
import { isTransient, toStorageError } from './s3-errors.ts'
import type { S3Settings } from './s3-settings.ts'
import { StorageError } from './storage-error.ts'

type Sdk = typeof AwsS3

const MAX_ATTEMPTS = 4
const FIRST_DELAY_MS = 200
const ATTEMPT_MS = 20 * second
/** S3 assembles a large object before it answers. */
const COMPLETE_MS = 300 * second
const CONNECT_MS = 5 * second
/** A part may take this much longer for each of its bytes: 64 KiB in a second. */
const MIN_BYTES_PER_MS = 64

export interface S3Part {
  readonly number: number
  readonly sizeBytes: number
  readonly etag: string
}

interface S3Object {
  readonly key: string
  readonly sizeBytes: number
  readonly modifiedMs: number
}

interface S3Multipart {
  readonly key: string
  readonly uploadId: string
  readonly startedMs: number
}

/** Requests to one bucket. Keys are without the prefix of the settings. All throw `StorageError` after bounded retries. */
export interface S3Requests {
  head(key: string): Promise<{ readonly sizeBytes: number } | null>
  /** Resolves with the headers of the answer; the caller destroys the body. */
  get(key: string, start: number, end: number): Promise<Readable>
  /** The address of a GET by whoever has it, at the origin `endpoint`; the answer has these headers. */
  presign(key: string, endpoint: string, headers: AnswerHeaders): Promise<string>
  put(key: string, body: S3Body): Promise<void>
  remove(key: string): Promise<void>
  list(prefix: string): AsyncGenerator<S3Object>
  createMultipart(key: string): Promise<string>
  putPart(key: string, uploadId: string, number: number, body: S3Body): Promise<void>
  copyPart(key: string, uploadId: string, number: number, start: number, end: number): Promise<void>
  parts(key: string, uploadId: string): AsyncGenerator<S3Part>
  completeMultipart(key: string, uploadId: string, parts: readonly S3Part[]): Promise<void>
  abortMultipart(key: string, uploadId: string): Promise<void>
  multiparts(prefix: string): AsyncGenerator<S3Multipart>
  /** One request that needs the bucket and the key. */
  check(): Promise<void>
  close(): void
}

export interface S3RequestOptions {
  readonly allow: OutgoingAllow
  readonly attemptMs?: number
  readonly firstDelayMs?: number
}

export function createS3Requests(settings: S3Settings, options: S3RequestOptions): S3Requests {
  const { allow, attemptMs = ATTEMPT_MS, firstDelayMs = FIRST_DELAY_MS } = options
  const { bucket: Bucket, prefix } = settings
  const isEncrypted = settings.endpoint.startsWith('https:')

  let opened: Promise<{ readonly sdk: Sdk; readonly client: S3Client }> | undefined
  let signer: S3Client | undefined
  let isClosed = false
  /** Loaded with the first request: it takes 35 MB and half a second that installations without S3 do not need. */
  function open() {
    opened ??= import('@aws-sdk/client-s3').then((sdk) => {
      const client = new sdk.S3Client(clientConfig())
      // All retries are here: the library does not repeat a body that is a stream.
      const once = { name: 'retryMiddleware', step: 'finalizeRequest', priority: 'high', override: true } as const
      client.middlewareStack.add((send) => send, once)
      return { sdk, client }
    })
    // A refused address is refused again by the next request, with its message.
    opened.catch(() => (opened = undefined))
    return opened
  }

  function clientConfig(): S3ClientConfig {
    const agent = createS3Agent(settings, allow)
    return {
      endpoint: settings.endpoint,
      region: settings.region,
      forcePathStyle: settings.isPathStyle,
      credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
      requestHandler: { httpAgent: agent, httpsAgent: agent, connectionTimeout: CONNECT_MS },
      maxAttempts: 1,
      retryMode: 'standard',
      // Other providers do not know the checksums that Amazon's are sent by default.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      followRegionRedirects: false,
      expectContinueHeader: false,
      // Without these, the library looks for them in the environment and in the files of Amazon's tools.
      defaultsMode: 'standard',
      useDualstackEndpoint: false,
      useFipsEndpoint: false,
      useArnRegion: false,
      disableMultiregionAccessPoints: true,
      disableS3ExpressSessionAuth: true,
      userAgentAppId: 'holdall',
    }
  }

  /** Sends a request, again after failures that may pass. `make` is called for each attempt. */
  async function send<T>(
    make: (sdk: Sdk, client: S3Client, abortSignal: AbortSignal) => Promise<T>,
    timeoutMs = attemptMs,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      if (isClosed) throw new StorageError('unavailable', 'The S3 storage is closed.')
      const timeout = new AbortController()
      const timer = setTimeout(() => timeout.abort(), timeoutMs)
      try {
        const { sdk, client } = await open()
        return await make(sdk, client, timeout.signal)
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !(timeout.signal.aborted || isTransient(error))) {
          throw timeout.signal.aborted
            ? new StorageError('unavailable', `The S3 storage at ${settings.endpoint} did not answer in time.`, error)
            : toStorageError(error, settings)
        }
      } finally {
        clearTimeout(timer)
      }
      const delayMs = firstDelayMs * 3 ** (attempt - 1) * (0.5 + Math.random())
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }

  /** Sends a body. Where the connection does not protect it, its hash is signed. */
  async function sendBody<T>(
    body: S3Body,
    make: (
      sdk: Sdk,
      client: S3Client,
      input: { Body: Readable; ContentLength: number },
      sign: Sign,
      signal: AbortSignal,
    ) => Promise<T>,
  ): Promise<T> {
    const hash = isEncrypted ? 'UNSIGNED-PAYLOAD' : await sha256Of(body)
    return send(
      async (sdk, client, signal) => {
        const stream = streamOf(body)
        stream.on('error', () => undefined)
        try {
          return await make(sdk, client, { Body: stream, ContentLength: body.sizeBytes }, signedHash(hash), signal)
        } finally {
          stream.destroy()
        }
      },
      attemptMs + body.sizeBytes / MIN_BYTES_PER_MS,
    )
  }

  const keyOf = (key: string) => `${prefix}${key}`
  const plain = (key: string | undefined) => (key ?? '').slice(prefix.length)

  return {
    head: (key) =>
      send(async (sdk, client, abortSignal) => {
        const { ContentLength } = await client.send(new sdk.HeadObjectCommand({ Bucket, Key: keyOf(key) }), {
          abortSignal,
        })
        return { sizeBytes: ContentLength ?? 0 }
      }).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),

    async presign(key, endpoint, headers) {
      const [sdk, { getSignedUrl }] = await Promise.all([
        import('@aws-sdk/client-s3'),
        import('@aws-sdk/s3-request-presigner'),
      ])
      // Signing sends nothing. The host is part of what is signed.
      signer ??= new sdk.S3Client({ ...clientConfig(), endpoint })
      const command = new sdk.GetObjectCommand({
        Bucket,
        Key: keyOf(key),
        ResponseContentType: headers['content-type'],
        ResponseContentDisposition: headers['content-disposition'],
        ResponseCacheControl: 'private, no-store',
      })
      return getSignedUrl(signer, command, { expiresIn: DIRECT_ADDRESS_SECONDS })
    },

    get: (key, start, end) =>
      send(async (sdk, client, abortSignal) => {
        const command = new sdk.GetObjectCommand({ Bucket, Key: keyOf(key), Range: `bytes=${start}-${end}` })
        const answer = await client.send(command, { abortSignal })
        const body = answer.Body as Readable
        body.on('error', () => undefined)
        const wanted = end - start + 1
        if (
          answer.ContentLength === wanted &&
          (answer.ContentRange?.startsWith(`bytes ${start}-${end}/`) ?? start === 0)
        ) {
          return body
        }
        body.destroy()
        if (answer.ContentRange === undefined) {
          throw new StorageError(
            'ranges',
            `${settings.endpoint} does not support ranges: it answered with all of an object.`,
          )
        }
        throw new StorageError('missing', 'a blob is shorter than its row says')
      }),

    put: (key, body) =>
      sendBody(body, async (sdk, client, input, sign, abortSignal) => {
        await client.send(sign(new sdk.PutObjectCommand({ Bucket, Key: keyOf(key), ...input })), { abortSignal })
      }),

    remove: (key) =>
      send(async (sdk, client, abortSignal) => {
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: keyOf(key) }), { abortSignal })
      }).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      }),

    async *list(under) {
      let ContinuationToken: string | undefined
      do {
        const page = await send((sdk, client, abortSignal) =>
          client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: keyOf(under), ContinuationToken }), {
            abortSignal,
          }),
        )
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          yield { key: plain(Key), sizeBytes: Size ?? 0, modifiedMs: LastModified?.getTime() ?? Date.now() }
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (ContinuationToken !== undefined)
    },

    createMultipart: (key) =>
      send(async (sdk, client, abortSignal) => {
        const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key: keyOf(key) }), {
          abortSignal,
        })
        if (!UploadId) throw new StorageError('other', `${settings.endpoint} began a multipart upload without an id.`)
        return UploadId
      }),

    putPart: (key, UploadId, PartNumber, body) =>
      sendBody(body, async (sdk, client, input, sign, abortSignal) => {
        const command = new sdk.UploadPartCommand({ Bucket, Key: keyOf(key), UploadId, PartNumber, ...input })
        await client.send(sign(command), { abortSignal })
      }),

    copyPart: (key, UploadId, PartNumber, start, end) =>
      send(async (sdk, client, abortSignal) => {
        const command = new sdk.UploadPartCopyCommand({
          Bucket,
          Key: keyOf(key),
          UploadId,
          PartNumber,
          CopySource: encodeURI(`${Bucket}/${keyOf(key)}`),
          CopySourceRange: `bytes=${start}-${end}`,
        })
        await client.send(command, { abortSignal })
      }, COMPLETE_MS),

    async *parts(key, UploadId) {
      let PartNumberMarker: string | undefined
      do {
        const page = await send((sdk, client, abortSignal) =>
          client.send(new sdk.ListPartsCommand({ Bucket, Key: keyOf(key), UploadId, PartNumberMarker }), {
            abortSignal,
          }),
        )
        for (const { PartNumber, Size, ETag } of page.Parts ?? []) {
          yield { number: PartNumber ?? 0, sizeBytes: Size ?? 0, etag: ETag ?? '' }
        }
        PartNumberMarker = page.IsTruncated ? page.NextPartNumberMarker : undefined
      } while (PartNumberMarker !== undefined)
    },

    completeMultipart: (key, UploadId, parts) =>
      send(async (sdk, client, abortSignal) => {
        const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }))
        const command = new sdk.CompleteMultipartUploadCommand({
          Bucket,
          Key: keyOf(key),
          UploadId,
          MultipartUpload: { Parts },
        })
        await client.send(command, { abortSignal })
      }, COMPLETE_MS),

    abortMultipart: (key, UploadId) =>
      send(async (sdk, client, abortSignal) => {
        await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key: keyOf(key), UploadId }), { abortSignal })
      }).catch((error: unknown) => {
        if (!(error instanceof StorageError && (error.reason === 'lost' || error.reason === 'missing'))) throw error
      }),

    async *multiparts(under) {
      let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
      do {
        const page = await send((sdk, client, abortSignal) =>
          client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: keyOf(under), ...markers }), {
            abortSignal,
          }),
        )
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          if (UploadId) yield { key: plain(Key), uploadId: UploadId, startedMs: Initiated?.getTime() ?? Date.now() }
        }
        markers = page.IsTruncated
          ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
          : undefined
      } while (markers?.KeyMarker !== undefined)
    },

    check: () =>
      send(async (sdk, client, abortSignal) => {
        await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }), { abortSignal })
      }),

    close() {
      isClosed = true
      void opened?.then(({ client }) => client.destroy()).catch(() => undefined)
    },
  }
}

const isMissing = (error: unknown) => error instanceof StorageError && error.reason === 'missing'

interface WithMiddleware {
  readonly middlewareStack: {
    // The types of the library differ for each command.
    add(middleware: never, options: { step: 'build'; name: string }): void
  }
}
type Sign = <C extends WithMiddleware>(command: C) => C

/** Sets what the signature says about the body; without it the library cannot know a stream's hash. */
function signedHash(hash: string): Sign {
  type Next = (args: unknown) => unknown
  const middleware = (next: Next) => (args: { request: { headers: Record<string, string> } }) => {
    args.request.headers['x-amz-content-sha256'] = hash
    return next(args)
  }
  return (command) => {
    command.middlewareStack.add(middleware as never, { step: 'build', name: 'signedHash' })
    return command
  }
}
