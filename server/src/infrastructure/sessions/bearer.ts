import { API_TOKEN_PREFIX } from '@holdall/api'
import type { FastifyRequest } from 'fastify'

const tokenPattern = new RegExp(`^${API_TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`)

/** What the `Authorization` header offers with the scheme `Bearer`; undefined without that scheme. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const { authorization = '' } = headers
  if (!/^bearer(?: |$)/i.test(authorization)) return undefined
  return authorization.slice('bearer '.length).trim()
}

/** Whether a text has the form of an API token. */
export const isTokenLike = (text: string): boolean => tokenPattern.test(text)
