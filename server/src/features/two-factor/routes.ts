import {
  answerChallenge,
  confirmTwoFactor,
  createRecoveryCodes,
  disableTwoFactor,
  enrolTwoFactor,
  recoveryCodes,
  type RecoveryCodes,
  twoFactorQrCode,
} from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import { Refusal } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { completeSignIn, type CompleteSignInDeps } from '../auth/complete-sign-in.ts'
import { qrCodeSvg } from '../share-links/share-qr-code.ts'
import { countWrongSecondFactor, type SecondFactorAlertDeps } from '../sign-in-notices/second-factor-alert.ts'
import { spendSecondFactor } from './second-factor.ts'
import { confirm, disable, enrol, pendingSecret, renewRecoveryCodes, type TwoFactorDeps } from './two-factor-service.ts'
import { countRecoveryCodes } from './two-factor.store.ts'

type Deps = TwoFactorDeps & CompleteSignInDeps & SecondFactorAlertDeps & Pick<Infrastructure, 'sessions'>

const presentCodes = (id: string, left: number, codes: readonly string[] | null = null): RecoveryCodes => ({
  id,
  type: 'recovery-codes',
  attributes: { codes: codes && [...codes], left },
})

/** The second factor: an authenticator app, and recovery codes in its place. */
export function twoFactorRoutes(services: Deps): Route[] {
  const { db, sessions, transact } = services
  return [
    handle(answerChallenge, async ({ body }, { actor, request, reply }) => {
      const { userId: id, passwordVersion } = actor
      try {
        await transact((trx) => spendSecondFactor(services, trx, id, body))
      } catch (error) {
        if (error instanceof Refusal && error.wrongSecret) await countWrongSecondFactor(services, id, request)
        throw error
      }
      await completeSignIn(services, { id, passwordVersion, secondFactor: 'given' }, request, reply)
      return {}
    }),

    handle(enrolTwoFactor, async (_input, { actor }) => {
      await enrol(services, actor)
      return {}
    }),

    handle(twoFactorQrCode, async (_input, { actor, reply }) => {
      const { secret, uri } = await pendingSecret(services, actor.userId)
      void reply.header('cache-control', 'no-store')
      const attributes = { svg: await qrCodeSvg(uri), secret }
      return { data: { id: actor.userId, type: 'two-factor-qr-code' as const, attributes } }
    }),

    handle(confirmTwoFactor, async ({ body }, { actor, request, reply }) => {
      const { codes, passwordVersion } = await confirm(services, actor, body.code)
      await sessions.begin({ id: actor.userId, passwordVersion }, 'full', request, reply)
      return { data: presentCodes(actor.userId, codes.length, codes) }
    }),

    handle(disableTwoFactor, async ({ body }, { actor, request, reply }) => {
      const changed = await disable(services, actor, body)
      if (changed) await sessions.begin({ id: actor.userId, ...changed }, 'full', request, reply)
      return {}
    }),

    handle(recoveryCodes, async (_input, { actor }) => ({
      data: presentCodes(actor.userId, await countRecoveryCodes(db, actor.userId)),
    })),

    handle(createRecoveryCodes, async ({ body }, { actor, request, reply }) => {
      const { codes, passwordVersion } = await renewRecoveryCodes(services, actor, body)
      await sessions.begin({ id: actor.userId, passwordVersion }, 'full', request, reply)
      return { data: presentCodes(actor.userId, codes.length, codes) }
    }),
  ]
}
