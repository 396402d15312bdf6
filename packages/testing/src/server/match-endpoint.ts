import type { Endpoint } from '@holdall/api'
import { endpoints } from '@holdall/api/table'

export interface Matched {
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, string>>
}

/**
 * The endpoint of a request, and its path parameters; null where there is none. Static segments go before parameters.
 */
export function matchEndpoint(method: string, path: string): Matched | null {
  const found = endpoints.flatMap((endpoint) => {
    if (endpoint.method !== method.toUpperCase()) return []
    const params = fit(endpoint.path.split('/'), path.split('/'))
    return params ? [{ endpoint, params }] : []
  })
  return found.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0] ?? null
}

function fit(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? ''
    if (expected.startsWith(':') && part !== '') params[expected.slice(1)] = decodeURIComponent(part)
    else if (expected !== part) return null
  }
  return params
}
