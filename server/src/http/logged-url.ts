import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The pattern of the page that a section has for this address. */
    pagePath: string | null
  }
}

const id = /^(?:all|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/**
 * What of an address may be logged: the route that answered, with the ids in it. Everything else may be a secret
 * (signatures, tokens of links, the setup key), however it is spelt; an address without a route is left out.
 */
export function loggedUrl({ url, params, routeOptions, pagePath }: FastifyRequest): string {
  const pattern = pagePath ?? routeOptions.url
  const query = url.includes('?') ? '?…' : ''
  if (pattern === undefined || pattern === '/*') return `/…${query}`
  if (pagePath !== null) return `${pagePath}${query}`
  const values = params as Readonly<Record<string, string>>
  return pattern.replace(/:(\w+)/g, (_, name: string) => (id.test(values[name] ?? '') ? values[name]! : '…')) + query
}
