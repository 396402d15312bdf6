import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { OfferedPassword } from '../resources/account.ts'
import { ApiToken, NewApiToken } from '../resources/api-token.ts'
import { Email } from '../resources/email.ts'
import { Id, Instant } from '../resources/field-types.ts'

const self = { by: 'user', targets: {} } as const

export const apiTokens = endpoint({
  id: 'api-tokens.browse',
  method: 'GET',
  path: '/api/user/tokens',
  summary: 'The API tokens of the signed-in user, the newest first',
  access: self,
  response: z.object({ data: z.array(ApiToken) }),
})

export const createApiToken = endpoint({
  id: 'api-tokens.create',
  method: 'POST',
  path: '/api/user/tokens',
  summary: 'Create an API token. The answer is the only one that has the token itself',
  access: self,
  confirmed: true,
  body: NewApiToken,
  response: z.object({
    data: ApiToken,
    plainTextToken: z.string(),
    /** The same, in the form of the specification. */
    accessToken: z.object({
      id: Id,
      name: z.string(),
      created_at: Instant,
      expires_at: z.nullable(Instant),
      last_used_at: z.nullable(Instant),
    }),
  }),
  status: 201,
  errors: ['too-many-tokens'],
  throttle: 'api-token-creation',
  changes: [],
})

export const removeApiToken = endpoint({
  id: 'api-tokens.remove',
  method: 'DELETE',
  path: '/api/user/tokens/:id',
  summary: 'Remove an API token: it is refused from then on',
  access: self,
  params: z.object({ id: Id }),
  changes: [],
})

/** Of no use for browsers, which sign in with `signIn`. */
export const apiSignIn = endpoint({
  id: 'auth.api-sign-in',
  method: 'POST',
  path: '/api/login',
  summary: 'Exchange a password for an API token. Accounts with a second factor create theirs in the settings',
  access: { by: 'anyone', why: 'it is how a program without a token gets one' },
  body: z.object({ email: Email, password: OfferedPassword }),
  response: z.object({
    type: z.literal('success'),
    message: z.string(),
    data: z.object({ token: z.string(), expires_at: Instant }),
  }),
  errors: ['bad-credentials', 'not-verified', 'two-factor-required'],
  throttle: 'sign-in',
  changes: [],
})

export const apiSignOut = endpoint({
  id: 'auth.api-sign-out',
  method: 'POST',
  path: '/api/logout',
  summary: 'Remove the API token of this call, or end the session; answers alike without either',
  access: { by: 'anyone', why: 'signing out twice is no error' },
  changes: [],
})
