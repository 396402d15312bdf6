import { type Endpoint, type Parsed, takesFile } from '@holdall/api'
import type { InternalAxiosRequestConfig } from 'axios'
import type { Matched } from './match-endpoint.ts'

interface Issue {
  readonly field: string
  readonly message: string
}
interface Parser {
  safeParse(value: unknown): {
    readonly success: boolean
    readonly data?: unknown
    readonly error?: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] }
  }
}

/** The issues that a schema finds in a value; none when it is valid. */
export function issuesOf(schema: Endpoint['response'], value: unknown): readonly Issue[] {
  const { error } = (schema as unknown as Parser).safeParse(value)
  return (error?.issues ?? []).map(({ path, message }) => ({ field: path.map(String).join('.'), message }))
}

type Read =
  | { readonly input: Parsed<Endpoint>; readonly issues: null }
  | { readonly input: null; readonly issues: Record<string, string[]> }

/** Parses a request as the real server does. */
export function readInput({ endpoint, params }: Matched, config: InternalAxiosRequestConfig): Read {
  const query = asText(config.params as Record<string, unknown> | undefined)
  const upload = takesFile(endpoint)
  const sent = {
    params,
    query: upload ? {} : query,
    body: upload ? { ...query, ...formFields(config.data) } : jsonBody(config.data),
  }
  const issues: Record<string, string[]> = {}
  const parsed: Record<string, unknown> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const result = (endpoint[part] as unknown as Parser).safeParse(sent[part])
    parsed[part] = result.data
    for (const { field, message } of issuesOf(endpoint[part], sent[part])) (issues[field] ??= []).push(message)
  }
  return Object.keys(issues).length > 0
    ? { input: null, issues }
    : { input: parsed as unknown as Parsed<Endpoint>, issues: null }
}

/** Query parameters as the server receives them: as text, and without those that are undefined. */
function asText(values: Record<string, unknown> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value as string | number | boolean)]),
  )
}

function jsonBody(data: unknown): unknown {
  return typeof data === 'string' && data !== '' ? JSON.parse(data) : {}
}

function formFields(data: unknown): Record<string, unknown> {
  return data instanceof FormData ? Object.fromEntries(data.entries()) : {}
}
