import { type ApiToken, TokenScope } from '@holdall/api'
import type { ApiTokenRow } from '../../infrastructure/sessions/api-token.store.ts'

const instant = (time: number) => new Date(time).toISOString()

/** Nothing of it is of use to call the API. */
export const presentApiToken = (row: ApiTokenRow, now: number): ApiToken => ({
  id: row.id,
  type: 'api-token',
  attributes: {
    name: row.name,
    scopes: row.scopes.split(' ').filter((scope): scope is TokenScope => TokenScope.safeParse(scope).success),
    prefix: row.prefix,
    created_at: instant(row.created_at),
    expires_at: row.expires_at === null ? null : instant(row.expires_at),
    expired: row.expires_at !== null && row.expires_at <= now,
    last_used_at: row.last_used_at === null ? null : instant(row.last_used_at),
  },
})
