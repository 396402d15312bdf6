import {
  browseShared,
  createShare,
  emailShare,
  linksOfEntry,
  revokeAllShares,
  revokeShares,
  shareLog,
  shareQrCode,
  updateShare,
} from '@holdall/api'
import { can, hasPermission } from '../../access/can.ts'
import { homeOf } from '../../access/target.store.ts'
import { orderOf, pageBounds } from '../entries/browse-folder.ts'
import { paginate, presentListing } from '../entries/present-entry.ts'
import { linkOrigin, ownerViewWithLocations } from '../entries/present-owned-entries.ts'
import { handle, type Route } from '../../http/route.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import { presentShare } from '../entries/present-share-link.ts'
import * as service from './share-link-service.ts'
import { enqueueMails, refuseMails } from './share-link-mails.ts'
import type { LinkSelection } from './ending-links.store.ts'
import { isOver, isUsedUp, linksOf, pageOfShared } from './share-link.store.ts'
import { presentShareEvent } from './present-share-event.ts'
import { countShareEvents, pageOfShareEvents, shareCountsOf } from './share-log.store.ts'
import { qrCodeSvg } from './share-qr-code.ts'

type Deps = Pick<
  Infrastructure,
  | 'clock'
  | 'config'
  | 'db'
  | 'engine'
  | 'ids'
  | 'jobs'
  | 'mailer'
  | 'secret'
  | 'settings'
  | 'throttle'
  | 'transact'
  | 'transactBulk'
>

export function sharingRoutes(services: Deps): Route[] {
  const { db } = services
  const viewOf = ({ userId }: UserActor) => ({
    origin: linkOrigin(services),
    now: services.clock.now(),
    viewerId: userId,
  })
  const one = (actor: UserActor, { share, entry }: service.Shared) => ({
    data: presentShare(share, entry.kind, viewOf(actor)),
  })
  const revoke = async (ownerId: string, which: LinkSelection) => {
    const count = await service.revokeShares(services, ownerId, which)
    return { message: count === 1 ? 'The link was revoked.' : 'The links were revoked.', count }
  }
  return [
    handle(browseShared, async ({ query }, { actor }) => {
      const { root_id: topId } = await homeOf(db, actor.userId)
      const { page, perPage, ...bounds } = pageBounds(query)
      const { rows, totals } = await pageOfShared(db, actor.userId, { ...orderOf(query), ...bounds })
      return presentListing(
        { rows, totals, page, perPage },
        null,
        [],
        await ownerViewWithLocations(services, actor, topId, rows),
      )
    }),

    handle(linksOfEntry, async (_input, { actor, entry }) => {
      const links = await linksOf(db, entry.id)
      // By a link that allows editing, whoever may only view could change what is there.
      const canEdit = entry.owner_id === actor.userId || hasPermission(entry.team?.permission, 'can_edit')
      const shown = canEdit ? links : links.filter(({ permission }) => permission === 'visitor')
      return {
        data: shown.map((share) => presentShare(share, entry.kind, viewOf(actor))),
        meta: { can_create: can(actor, 'share', entry) },
      }
    }),

    handle(createShare, async ({ body }, { actor, entry, space }) => {
      const emails = body.emails ?? []
      if (emails.length > 0) await refuseMails(services, actor.userId)
      const share = {
        name: body.name ?? null,
        password: body.isPassword === false ? null : (body.password ?? null),
        permission: body.permission ?? 'visitor',
        canDownload: body.can_download ?? true,
        end: body,
        creator: space.memberId === undefined ? null : space,
        downloadLimit: body.download_limit ?? null,
      }
      return one(
        actor,
        await service.createShare(services, entry, share, (trx, created) =>
          enqueueMails(services, trx, created, actor.userId, emails),
        ),
      )
    }),

    handle(updateShare, async ({ params, body }, { actor }) =>
      one(actor, await service.changeShare(services, actor.userId, params.token, body)),
    ),

    handle(revokeShares, ({ body }, { actor }) => revoke(actor.userId, { by: 'token', values: body.tokens })),

    handle(revokeAllShares, ({ body }, { actor }) => revoke(actor.userId, { by: 'entry_id', values: body.ids })),

    handle(shareQrCode, async ({ params, query }, { actor }) => {
      const origin = linkOrigin(services) || query.origin
      if (!origin) throw refuse('validation', { errors: { origin: ['This is needed.'] } })
      const share = await service.linkOf(db, actor.userId, params.token)
      const svg = await qrCodeSvg(`${origin}/share/${share.token}`)
      return { data: { id: share.id, type: 'qr-code' as const, attributes: { svg } } }
    }),

    handle(shareLog, async ({ params, query }, { actor }) => {
      const { id } = await service.linkOf(db, actor.userId, params.token)
      const { page, perPage, offset, limit } = pageBounds(query)
      const [rows, total, counts] = await Promise.all([
        pageOfShareEvents(db, id, { offset, limit }),
        countShareEvents(db, id),
        shareCountsOf(db, id),
      ])
      return {
        data: rows.map(presentShareEvent),
        meta: { paginate: paginate({ shown: rows.length, total, page, perPage }), counts },
      }
    }),

    handle(emailShare, async ({ params, body }, { actor }) => {
      const share = await service.linkOf(db, actor.userId, params.token)
      if (isOver(share, services.clock.now())) throw refuse('share-expired')
      if (isUsedUp(share)) throw refuse('share-used-up')
      await refuseMails(services, actor.userId)
      const count = await services.transact((trx) => enqueueMails(services, trx, share, actor.userId, body.emails))
      return { message: count === 1 ? 'The link will be sent.' : 'The links will be sent.', count }
    }),
  ]
}
