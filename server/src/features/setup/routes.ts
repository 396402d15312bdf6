import { setupAdmin, setupStatus } from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { browserLocale } from '../../http/browser-locale.ts'
import { completeSignIn, type CompleteSignInDeps } from '../auth/complete-sign-in.ts'
import { runChecks } from './status-checks.ts'
import { createOwner } from './create-first-admin.ts'

type Deps = Pick<Infrastructure, 'clock' | 'config' | 'db' | 'engine' | 'ids' | 'log' | 'sessions' | 'transact'> &
  CompleteSignInDeps

export function setupRoutes(services: Deps): Route[] {
  return [
    handle(setupStatus, async (_input, { request }) => {
      const checks = await runChecks(services, request)
      const attributes = { ready: checks.every((check) => check.state !== 'failed'), checks }
      return { data: { id: 'setup' as const, type: 'setup-status' as const, attributes } }
    }),

    handle(setupAdmin, async ({ body }, { request, reply }) => {
      const { name, email, password } = body
      const id = await createOwner(services, { name, email, password, locale: browserLocale(request) })
      await completeSignIn(services, { id, passwordVersion: 0 }, request, reply)
      return {}
    }),
  ]
}
