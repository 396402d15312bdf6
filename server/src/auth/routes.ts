import { resendVerification, signIn, signOut, signUp, verifyEmail } from '@holdall/api'
import { handle, type Route } from '../http/handle.ts'
import { refuse, refuseSecret } from '../http/refusal.ts'
import { isDbError } from '../db/errors.ts'
import type { Services } from '../services.ts'
import { createUser } from '../users/create.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { confirmAddress, mailVerification } from './verification.ts'

export function authRoutes(services: Services): Route[] {
  const { db, sessions, settings, transact, mailer, installation } = services
  const byEmail = (email: string) =>
    db.selectFrom('users').selectAll().where('email', '=', email).where('deleted_at', 'is', null).executeTakeFirst()

  return [
    handle(signIn, async ({ body }, { request, reply }) => {
      const user = await byEmail(body.email)
      const right = await isPassword(user?.password_hash, body.password)
      if (!user || !right) throw refuseSecret('bad-credentials')
      if (mailer && user.verified_at === null) throw refuse('not-verified')
      const second = user.two_factor_confirmed_at !== null
      await sessions.begin(user.id, second ? 'challenge' : 'full', request, reply)
      return { two_factor: second }
    }),

    handle(signOut, async (_input, { request, reply }) => {
      await sessions.end(request, reply)
      return {}
    }),

    handle(signUp, async ({ body }, { request, reply }) => {
      // The first account of all is the owner's, made by setup.
      const open = (await installation.isDone()) && (await settings.get('registration.allowed'))
      if (!open) throw refuse('registration-closed')
      const { name, email } = body
      const user = {
        name,
        email,
        passwordHash: await hashPassword(body.password),
        role: 'user',
        verified: !mailer,
      } as const
      let id: string
      try {
        id = await transact((trx) => createUser(services, trx, user))
      } catch (error) {
        if (!isDbError(error, 'unique')) throw error
        throw refuse('validation', { errors: { email: ['This address has an account already.'] } })
      }
      if (mailer) {
        await mailVerification(services, { id, email, name })
        return { verification: 'mailed' } as const
      }
      await sessions.begin(id, 'full', request, reply)
      return { verification: 'none' } as const
    }),

    handle(verifyEmail, async ({ params, query }, { reply }) => {
      if (!(await confirmAddress(services, params.id, query.expires, query.signature))) throw refuseSecret('not-found')
      void reply.header('location', '/successfully-verified')
      return {}
    }),

    handle(resendVerification, async ({ body }) => {
      const user = await byEmail(body.email)
      if (user && user.verified_at === null) {
        await mailVerification(services, user)
      }
      return {}
    }),
  ]
}
