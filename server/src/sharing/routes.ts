import { createShare, revokeShares, updateShare } from '@holdall/api'
import { linkOrigin } from '../files/view.ts'
import { handle, type Route, userIdOf } from '../http/handle.ts'
import type { Services } from '../services.ts'
import { presentShare } from './present.ts'
import * as service from './service.ts'

export function sharingRoutes(services: Services): Route[] {
  const one = ({ share, entry }: service.Shared) => ({
    data: presentShare(share, entry.kind, { origin: linkOrigin(services), now: services.clock.now() }),
  })
  return [
    handle(createShare, async ({ body }, call) => {
      const wanted = {
        entryId: body.id,
        password: body.isPassword === false ? null : (body.password ?? null),
        permission: body.permission ?? 'visitor',
        expiration: body.expiration ?? null,
      }
      return one(await service.createShare(services, userIdOf(call), wanted))
    }),

    handle(updateShare, async ({ params, body }, call) =>
      one(await service.changeShare(services, userIdOf(call), params.token, body)),
    ),

    handle(revokeShares, async ({ body }, call) => {
      const count = await service.revokeShares(services, userIdOf(call), body.tokens)
      return { message: count === 1 ? 'The link was revoked.' : 'The links were revoked.', count }
    }),
  ]
}
