import {
  confirmOwnAddress,
  resendVerification,
  signIn,
  signOut,
  signUp,
  verifyEmail,
  verifyEmailLink,
} from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { browserLocale } from '../../http/browser-locale.ts'
import type { HumanCheck } from '../human-check/human-check.ts'
import type { Notifications } from '../notifications/notification-service.ts'
import { accountMailJob } from './account-mail-job.ts'
import { completeSignIn, type CompleteSignInDeps } from './complete-sign-in.ts'
import { hashPassword } from '../../infrastructure/passwords/passwords.ts'
import { refuseDisposable } from '../registration/disposable-domains.ts'
import { registrationMode } from '../registration/registration-mode.ts'
import { isInvitedAddress } from '../team-invitations/invited-sign-up.ts'
import { signUpAtOnce, signUpByMail, signUpInvited } from './sign-up.ts'
import { userByPassword } from './user-by-password.ts'
import { mailConfirmation } from './mail-confirmation.ts'
import { confirmAddress, verificationPage } from './verification.ts'

type Deps = Pick<
  Infrastructure,
  | 'clock'
  | 'db'
  | 'ids'
  | 'installation'
  | 'jobs'
  | 'mailer'
  | 'secret'
  | 'sessions'
  | 'settings'
  | 'throttle'
  | 'transact'
> &
  CompleteSignInDeps & { readonly humanCheck: HumanCheck; readonly notifications: Notifications }

export function authRoutes(services: Deps): Route[] {
  const { sessions, settings, transact, mailer, installation, jobs } = services

  return [
    handle(signIn, async ({ body }, { request, reply }) => {
      const user = await userByPassword(services, body)
      return completeSignIn(services, { id: user.id, passwordVersion: user.password_version }, request, reply)
    }),

    handle(signOut, async (_input, { request, reply }) => {
      await sessions.end(request, reply)
      return {}
    }),

    handle(signUp, async ({ body }, { request, reply }) => {
      // The first account is the owner's; setup creates it.
      const mode = (await installation.isDone()) ? registrationMode(await settings.all()) : 'closed'
      if (mode === 'closed') throw refuse('registration-closed')
      const { name, email } = body
      const isInvited = await isInvitedAddress(services, email, body.invitation)
      if (mode === 'invitation' && !isInvited) throw refuse('registration-by-invitation')
      await refuseDisposable(services, email)
      await services.humanCheck.requireHuman('sign-up', body)
      const user = {
        name,
        email,
        passwordHash: await hashPassword(body.password),
        role: 'user',
        verified: false,
        isUsableUnconfirmed: !mailer.delivers,
        locale: browserLocale(request),
      } as const
      if (mailer.delivers && isInvited) {
        const id = await signUpInvited(services, user)
        if (id !== null) {
          await completeSignIn(services, { id, passwordVersion: 0 }, request, reply)
          return { verification: 'none' } as const
        }
      }
      if (mailer.delivers) {
        await signUpByMail(services, user)
        return { verification: 'mailed' } as const
      }
      const id = await signUpAtOnce(services, user)
      await completeSignIn(services, { id, passwordVersion: 0 }, request, reply)
      return { verification: 'none' } as const
    }),

    handle(verifyEmailLink, ({ params, query }, { reply }) => {
      void reply.header('location', verificationPage(params.id, query))
      return Promise.resolve({})
    }),

    handle(verifyEmail, async ({ params, body }, { actor }) => {
      await confirmAddress(services, actor, params.id, body)
      return {}
    }),

    handle(confirmOwnAddress, async (_input, { actor }) => {
      await mailConfirmation(services, actor.userId)
      return {}
    }),

    handle(resendVerification, async ({ body }) => {
      if (!mailer.delivers) return {}
      await transact((trx) => jobs.enqueue(trx, accountMailJob, { email: body.email, reason: 'resend' }))
      return {}
    }),
  ]
}
