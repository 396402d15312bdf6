import { apiSignIn, apiSignOut, apiTokens, createApiToken, removeApiToken } from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import { deleteTokenOf, tokensOf } from '../../infrastructure/sessions/api-token.store.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { userByPassword } from '../auth/user-by-password.ts'
import { isWithoutSecondFactor } from '../users/user.store.ts'
import { createSignInToken, createToken, type TokenDeps } from './api-token-service.ts'
import { presentApiToken } from './present-api-token.ts'

type Deps = TokenDeps & Pick<Infrastructure, 'mailer' | 'sessions'>

export function apiTokenRoutes(services: Deps): Route[] {
  const { clock, db, sessions, transact } = services
  return [
    handle(apiTokens, async (_input, { actor }) => {
      const rows = await tokensOf(db, actor.userId)
      return { data: rows.map((row) => presentApiToken(row, clock.now())) }
    }),

    handle(createApiToken, async ({ body }, { actor }) => {
      const { token, row } = await createToken(services, actor, body)
      const data = presentApiToken(row, clock.now())
      const { name, created_at, expires_at, last_used_at } = data.attributes
      return {
        data,
        plainTextToken: token,
        accessToken: { id: data.id, name, created_at, expires_at, last_used_at },
      }
    }),

    handle(removeApiToken, async ({ params }, { actor }) => {
      const isRemoved = await transact((trx) => deleteTokenOf(trx, actor.userId, params.id))
      if (!isRemoved) throw refuse('not-found')
      return {}
    }),

    handle(apiSignIn, async ({ body }) => {
      const user = await userByPassword(services, body)
      // A token would be a way around the second factor.
      if (!(await isWithoutSecondFactor(db, user.id))) throw refuse('two-factor-required')
      const checked = { id: user.id, passwordVersion: user.password_version }
      const { token, row } = await createSignInToken(services, checked)
      const expires_at = new Date(row.expires_at ?? clock.now()).toISOString()
      return { type: 'success' as const, message: 'You are signed in.', data: { token, expires_at } }
    }),

    handle(apiSignOut, async (_input, { request, reply }) => {
      await sessions.end(request, reply)
      return {}
    }),
  ]
}
