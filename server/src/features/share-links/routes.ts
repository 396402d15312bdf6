import { createShare, revokeShares, updateShare } from '@holdall/api'
import { linkOrigin } from '../entries/present-owned-entries.ts'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { presentShare } from '../entries/present-share-link.ts'
import * as service from './share-link-service.ts'

export function sharingRoutes(
  services: Pick<Infrastructure, 'clock' | 'config' | 'db' | 'engine' | 'ids' | 'transact' | 'transactBulk'>,
): Route[] {
  const one = ({ share, entry }: service.Shared) => ({
    data: presentShare(share, entry.kind, { origin: linkOrigin(services), now: services.clock.now() }),
  })
  return [
    handle(createShare, async ({ body }, { entry }) => {
      const share = {
        password: body.isPassword === false ? null : (body.password ?? null),
        permission: body.permission ?? 'visitor',
        expiration: body.expiration ?? null,
      }
      return one(await service.createShare(services, entry, share))
    }),

    handle(updateShare, async ({ params, body }, { actor }) =>
      one(await service.changeShare(services, actor.userId, params.token, body)),
    ),

    handle(revokeShares, async ({ body }, { actor }) => {
      const count = await service.revokeShares(services, actor.userId, body.tokens)
      return { message: count === 1 ? 'The link was revoked.' : 'The links were revoked.', count }
    }),
  ]
}
