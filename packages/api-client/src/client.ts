import { type Endpoint, type Input, type Output, takesFile } from '@holdall/api'
import axios, { AxiosError, type AxiosInstance, type AxiosProgressEvent } from 'axios'
import { ApiError, toApiError } from './api-error.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Called with the number of bytes sent so far; for uploads. */
  readonly onProgress?: (sent: number) => void
  /**
   * The raw body of an `upload` endpoint, the fields of whose input are sent in the query, or the image of an `image`
   * endpoint, which is sent in a form.
   */
  readonly bytes?: Blob
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds; default 30,000, for uploads 0 (no limit). */
  readonly timeout?: number
}

export interface ClientOptions {
  /** Absolute base URL of the API; default empty, which is this origin. */
  readonly baseUrl?: string
  /**
   * A number that changes when somebody signs in and when a session ends. A refused call that was made in an earlier
   * session does not call `onUnauthenticated` or `onFolderForbidden`.
   */
  readonly sessionVersion?: () => number | undefined
  /** Id of the socket of this page; the server does not tell it what this page changes itself. */
  readonly socketId?: () => string | undefined
  /** Called for each answer with the code `unauthenticated`, before the call rejects. */
  readonly onUnauthenticated?: () => void
  /** Called for each folder that is refused with 403, with the path of the request, before the call rejects. */
  readonly onFolderForbidden?: (path: string) => void
  /** The transport; tests pass a fake one. */
  readonly http?: AxiosInstance
}

export interface ApiClient {
  /** Calls an endpoint and parses its answer. Rejects with an ApiError. */
  call<E extends Endpoint>(
    endpoint: E,
    ...args: {} extends Input<E> ? [input?: Input<E>, options?: CallOptions] : [input: Input<E>, options?: CallOptions]
  ): Promise<Output<E>>
}

const DEFAULT_TIMEOUT_MS = 30_000

/** A client of its own; pages use the shared `api`. */
export function createApiClient({
  baseUrl = '',
  onUnauthenticated,
  onFolderForbidden,
  sessionVersion,
  socketId,
  http = axios.create(),
}: ClientOptions = {}): ApiClient {
  return {
    async call(endpoint, ...[input, options = {}]) {
      const { params, query, body } = (input ?? {}) as {
        params?: Record<string, unknown>
        query?: Record<string, unknown>
        body?: unknown
      }
      const form = formOf(endpoint, options.bytes)
      const raw = form === undefined && options.bytes !== undefined
      const version = sessionVersion?.()
      const socket = socketId?.()
      try {
        const answer = await http.request<unknown>({
          baseURL: baseUrl,
          method: endpoint.method,
          url: fillPath(endpoint.path, params ?? {}),
          params: raw ? { ...query, ...(body as object) } : query,
          data: form ?? (raw ? options.bytes : body),
          headers: {
            Accept: 'application/json',
            ...(socket ? { 'X-Socket-ID': socket } : {}),
            ...(raw ? { 'Content-Type': 'application/octet-stream' } : {}),
            ...options.headers,
          },
          timeout: options.timeout ?? (takesFile(endpoint) ? 0 : DEFAULT_TIMEOUT_MS),
          withCredentials: true,
          ...(options.signal ? { signal: options.signal } : {}),
          ...(options.onProgress
            ? { onUploadProgress: (event: AxiosProgressEvent) => options.onProgress?.(event.loaded) }
            : {}),
        })
        return parse(endpoint, answer.status, answer.data)
      } catch (error) {
        const failure = asApiError(error)
        if (version !== sessionVersion?.()) throw failure
        if (failure.code === 'unauthenticated') onUnauthenticated?.()
        if (failure.status === 403 && endpoint.showsFolder) onFolderForbidden?.(fillPath(endpoint.path, params ?? {}))
        throw failure
      }
    },
  }
}

/** The browser adds the content type, which has the boundary in it. */
function formOf({ image }: Endpoint, bytes: Blob | undefined): FormData | undefined {
  if (!image || !bytes) return undefined
  const form = new FormData()
  form.append(image.field, bytes)
  return form
}

function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

function parse<E extends Endpoint>(endpoint: E, status: number, body: unknown): Output<E> {
  if (endpoint.answers === 'nothing') return {} as Output<E>
  const schema = endpoint.response as E['response'] & {
    safeParse(value: unknown): { success: boolean; data?: unknown }
  }
  const parsed = schema.safeParse(body)
  if (!parsed.success)
    throw new ApiError('malformed', status, { message: `The answer to ${endpoint.id} does not match its schema.` })
  return parsed.data as Output<E>
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (axios.isCancel(error)) return new ApiError('aborted', 0, { message: 'The call was aborted.' })
  if (error instanceof AxiosError && error.response) return toApiError(error.response.status, error.response.data)
  return new ApiError('network', 0, { message: 'The server could not be reached.' })
}
