import { openDemo } from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { completeSignIn, type CompleteSignInDeps } from '../auth/complete-sign-in.ts'
import { type DemoDeps, findDemo } from './demo-service.ts'

export const demoRoutes = (services: DemoDeps & CompleteSignInDeps): Route[] => [
  handle(openDemo, async (_input, { request, reply }) => {
    const user = await findDemo(services)
    if (!user) throw refuse('not-found')
    const proven = { id: user.id, passwordVersion: user.password_version, isShared: true }
    await completeSignIn(services, proven, request, reply)
    return {}
  }),
]
