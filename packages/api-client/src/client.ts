import type { Endpoint, Input, Output } from '@holdall/api'
import axios, { AxiosError, type AxiosInstance, type AxiosProgressEvent } from 'axios'
import { ApiError, toApiError } from './api-error.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Bytes sent so far; for uploads. */
  readonly onProgress?: (sent: number) => void
  /** Raw bytes for an `upload` endpoint: its fields go into the query. */
  readonly bytes?: Blob
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds; 30,000 by default, none for uploads. */
  readonly timeout?: number
}

export interface ClientOptions {
  /** Absolute base of the API, or empty for this origin. */
  readonly baseUrl?: string
  /** Changes when somebody signs in and when a session ends: an answer to an earlier call says nothing of this one. */
  readonly sessionVersion?: () => number | undefined
  /** Told of each answer that says the session is gone, after the call has failed. */
  readonly onUnauthenticated?: () => void
  /** Told of each folder that was refused with 403, by the path of its address, after the call has failed. */
  readonly onFolderForbidden?: (path: string) => void
  /** The transport; tests hand in a fake. */
  readonly http?: AxiosInstance
}

export interface ApiClient {
  /** Makes a call of the table and parses its answer. Every failure is an ApiError. */
  call<E extends Endpoint>(
    endpoint: E,
    ...args: {} extends Input<E> ? [input?: Input<E>, options?: CallOptions] : [input: Input<E>, options?: CallOptions]
  ): Promise<Output<E>>
}

const DEFAULT_TIMEOUT = 30_000

export function createApiClient({
  baseUrl = '',
  onUnauthenticated,
  onFolderForbidden,
  sessionVersion,
  http = axios.create(),
}: ClientOptions = {}): ApiClient {
  return {
    async call(endpoint, ...[input, options = {}]) {
      const { params, query, body } = (input ?? {}) as {
        params?: Record<string, unknown>
        query?: Record<string, unknown>
        body?: unknown
      }
      const raw = options.bytes !== undefined
      const version = sessionVersion?.()
      try {
        const answer = await http.request<unknown>({
          baseURL: baseUrl,
          method: endpoint.method,
          url: fillPath(endpoint.path, params ?? {}),
          params: raw ? { ...query, ...(body as object) } : query,
          data: raw ? options.bytes : body,
          headers: {
            Accept: 'application/json',
            ...(raw ? { 'Content-Type': 'application/octet-stream' } : {}),
            ...options.headers,
          },
          timeout: options.timeout ?? (endpoint.takes === 'upload' ? 0 : DEFAULT_TIMEOUT),
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
    throw new ApiError('malformed', status, { message: `The answer to ${endpoint.id} is not what was agreed.` })
  return parsed.data as Output<E>
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (axios.isCancel(error)) return new ApiError('aborted', 0, { message: 'The call was given up.' })
  if (error instanceof AxiosError && error.response) return toApiError(error.response.status, error.response.data)
  return new ApiError('network', 0, { message: 'The server could not be reached.' })
}
