import { setupAdmin, setupStatus } from '@holdall/api'
import { handle, type Route } from '../http/handle.ts'
import type { Services } from '../services.ts'
import { browserLocale } from '../users/browser-locale.ts'
import { runChecks } from './checks.ts'
import { createOwner } from './owner.ts'

export function setupRoutes(services: Services): Route[] {
  return [
    handle(setupStatus, async (_input, { request }) => {
      const checks = await runChecks(services, request)
      const attributes = { ready: checks.every((check) => check.state !== 'failed'), checks }
      return { data: { id: 'setup' as const, type: 'setup-status' as const, attributes } }
    }),

    handle(setupAdmin, async ({ body }, { request, reply }) => {
      const { name, email, password } = body
      const id = await createOwner(services, { name, email, password, locale: browserLocale(request) })
      await services.sessions.begin(id, 'full', request, reply)
      return {}
    }),
  ]
}
