import { browseShared, createShare, revokeShares, updateShare } from '@holdall/api'
import { homeOf } from '../../access/target.store.ts'
import { orderOf, pageBounds } from '../entries/browse-folder.ts'
import { presentListing } from '../entries/present-entry.ts'
import { linkOrigin, ownerViewWithLocations } from '../entries/present-owned-entries.ts'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { presentShare } from '../entries/present-share-link.ts'
import * as service from './share-link-service.ts'
import { pageOfShared } from './share-link.store.ts'

type Deps = Pick<Infrastructure, 'clock' | 'config' | 'db' | 'engine' | 'ids' | 'secret' | 'transact' | 'transactBulk'>

export function sharingRoutes(services: Deps): Route[] {
  const { db } = services
  const one = ({ share, entry }: service.Shared) => ({
    data: presentShare(share, entry.kind, { origin: linkOrigin(services), now: services.clock.now() }),
  })
  return [
    handle(browseShared, async ({ query }, { actor }) => {
      const space = await homeOf(db, actor.userId)
      const { page, perPage, ...bounds } = pageBounds(query)
      const { rows, totals } = await pageOfShared(db, actor.userId, space, { ...orderOf(query), ...bounds })
      const view = await ownerViewWithLocations(services, actor, space.root_id, rows)
      return presentListing({ rows, totals, page, perPage }, null, [], view)
    }),

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
