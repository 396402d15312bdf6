import { challenge } from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { HumanCheck } from './human-check.ts'
import { issueChallenge } from './proof-of-work.ts'

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'secret'> & { readonly humanCheck: HumanCheck }

export function humanCheckRoutes(services: Deps): Route[] {
  return [
    handle(challenge, async ({ query }) => {
      if ((await services.humanCheck.kind()) !== 'proof-of-work') throw refuse('not-found')
      return { data: await issueChallenge(services, query.purpose) }
    }),
  ]
}
