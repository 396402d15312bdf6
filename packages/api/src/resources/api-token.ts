import * as z from '@holdall/schema'
import { Id, Instant } from './field-types.ts'

/** What an API token can be allowed. There is none for administration and for what protects an account. */
export const tokenScopes = [
  'files:read',
  'files:write',
  'shares',
  'upload-requests',
  'teams',
  'notifications',
  'account:read',
  'account:write',
] as const
export const TokenScope = z.enum(tokenScopes)
export type TokenScope = z.infer<typeof TokenScope>

/** Of one account, expired ones among them. */
export const MAX_API_TOKENS = 50

/** What every API token begins with, so that secret scanners and people recognise one. */
export const API_TOKEN_PREFIX = 'holdall_'

/** A token by which programs call the API for a user. The token itself is told once, when it is created. */
export const ApiToken = z.object({
  id: Id,
  type: z.literal('api-token'),
  attributes: z.object({
    name: z.string(),
    scopes: z.array(TokenScope),
    /** The first characters of the token, to recognise it by. */
    prefix: z.string(),
    created_at: Instant,
    /** Null: it does not expire. */
    expires_at: z.nullable(Instant),
    /** Whether `expires_at` has passed. */
    expired: z.boolean(),
    /** To the minute; null where it was not used yet. */
    last_used_at: z.nullable(Instant),
  }),
})
export type ApiToken = z.infer<typeof ApiToken>

const isInstant = (text: string) =>
  /^\d{4}-\d\d-\d\dT[\d:.]{5,12}(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))

export const NewApiToken = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(100, 'Use at most 100 characters.')),
  /** All of them where it is left out. */
  scopes: z.optional(z.array(TokenScope).check(z.minLength(1), z.maxLength(tokenScopes.length))),
  /** Null, or left out: it does not expire. */
  expires_at: z.optional(
    z.nullable(z.string().check(z.maxLength(40), z.refine(isInstant, 'Use a time like 2030-01-31T12:00:00Z.'))),
  ),
})
