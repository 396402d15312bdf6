import { setupAdmin, setupStatus } from '@holdall/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { browserLocale } from '../../http/browser-locale.ts'
import { runChecks } from './status-checks.ts'
import { createOwner } from './create-first-admin.ts'

type Deps = Pick<Infrastructure, 'clock' | 'config' | 'db' | 'engine' | 'ids' | 'log' | 'sessions' | 'transact'> & {
  readonly recordSignIn: (userId: string, request: FastifyRequest, reply: FastifyReply) => void
}

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
      await services.sessions.begin({ id, passwordVersion: 0 }, 'full', request, reply)
      services.recordSignIn(id, request, reply)
      return {}
    }),
  ]
}
