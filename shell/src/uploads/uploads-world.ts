import { type Endpoint, uploadChunk } from '@holdall/api'
import { type ApiClient, ApiError, type CallOptions } from '@holdall/api-client'
import { createEventBus } from '@holdall/event-bus'
import type { AlertContent, Session, ToastContent } from '@holdall/section'
import { createUploads } from './create-uploads.ts'

export interface Chunk {
  readonly name: string
  readonly upload_id: string
  readonly offset: number
  readonly size: number
  readonly is_last_chunk: boolean
  readonly bytes: string
}
type Answer = (chunk: Chunk, nth: number) => ApiError | 'hang' | undefined

/** An engine with everything around it made by hand: a server that keeps what it gets, and time that does not pass. */
export function uploadsWorld(
  options: {
    answer?: Answer
    canUpload?: boolean
    uploadLimit?: number
    blocked?: readonly string[]
    subscriptionType?: 'metered' | 'fixed' | 'none'
    text?: (id: string, values?: Readonly<Record<string, unknown>>) => string
    storage?: Map<string, string>
  } = {},
) {
  const chunks: Chunk[] = []
  const received = new Map<string, string>()
  const alerts: AlertContent[] = []
  const toasts: ToastContent[] = []
  const facts: string[] = []
  const aborted: string[] = []
  const saved = options.storage ?? new Map<string, string>()
  const events = createEventBus()
  const { signal } = new AbortController()
  events.on('files.changed', ({ folderIds }) => facts.push(`files.changed ${folderIds.join()}`), signal)
  events.on('upload.finished', ({ entryId }) => facts.push(`upload.finished ${entryId}`), signal)

  const chunkCall = async (body: Omit<Chunk, 'bytes'>, { bytes, signal: stop, onProgress }: CallOptions) => {
    const chunk = { ...body, bytes: await textOf(bytes as Blob) }
    chunks.push(chunk)
    const refusal = options.answer?.(chunk, chunks.length)
    onProgress?.((bytes as Blob).size)
    if (refusal === 'hang')
      await new Promise((_, reject) =>
        stop?.addEventListener('abort', () => {
          reject(new ApiError('aborted', 0, { message: '' }))
        }),
      )
    if (refusal instanceof ApiError) throw refusal
    received.set(body.upload_id, (received.get(body.upload_id) ?? '').slice(0, body.offset) + chunk.bytes)
    return {
      data: body.is_last_chunk ? { type: 'file', id: `entry of ${body.name}` } : { type: 'upload', id: body.upload_id },
    }
  }
  const api = {
    call: (
      endpoint: Endpoint,
      input: { body?: never; params?: { upload_id: string } },
      callOptions: CallOptions = {},
    ) => {
      if (endpoint.id === uploadChunk.id) return chunkCall(input.body as never, callOptions)
      if (endpoint.id === 'upload.abort') aborted.push(input.params?.upload_id ?? '')
      const offset = received.get(input.params?.upload_id ?? '')?.length
      return offset === undefined
        ? Promise.reject(new ApiError('not-found', 404, { message: '' }))
        : Promise.resolve({ data: { attributes: { offset } } })
    },
  } as unknown as ApiClient

  const user = { id: 'u1', meta: { restrictions: { canUpload: options.canUpload ?? true, reason: null } } }
  const session = { state: 'signed-in', user } as unknown as Session
  const uploads = createUploads({
    api,
    config: {
      chunkSize: 4,
      mimetypesBlacklist: [...(options.blocked ?? [])],
      uploadLimit: options.uploadLimit ?? 0,
      uploadLimitFormatted: '10 bytes',
      subscriptionType: options.subscriptionType ?? 'none',
    },
    session: {
      get: () => session,
      subscribe: () => () => undefined,
      refresh: () => Promise.resolve(session),
      signOut: () => Promise.resolve(),
    },
    overlay: { alert: (content) => alerts.push(content) },
    toasts: { show: (toast) => toasts.push(toast) },
    events,
    storage: { getItem: (key) => saved.get(key) ?? null, setItem: (key, value) => saved.set(key, value) },
    text: options.text ?? ((id) => id),
    wait: () => Promise.resolve(),
  })
  const steps = () => uploads.get().map(({ name, state }) => `${name} ${state.step}`)
  return { uploads, chunks, received, alerts, toasts, facts, aborted, saved, steps }
}

/** Waits until nothing moves any more. */
export async function settled(world: ReturnType<typeof uploadsWorld>): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, 0)
    })
    if (world.uploads.get().every(({ state }) => !['waiting', 'uploading', 'processing'].includes(state.step))) return
  }
}

export function fileOf(name: string, content: string, type = ''): File {
  return new File([content], name, { type, lastModified: 1 })
}

function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      resolve(reader.result as string)
    })
    reader.readAsText(blob)
  })
}
