import {
  downloadPreparedPublicZip,
  downloadPreparedZip,
  downloadZip,
  preparePublicZip,
  prepareZip,
  publicZip,
  type Targets,
} from '@holdall/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressSubject, keyOf } from '../../infrastructure/throttle/throttle.ts'
import { linkOf, type VisitorActor } from '../../access/actor.ts'
import { authorise } from '../../access/authorise.ts'
import { refuseRestrictedOwners } from '../../access/restrictions.ts'
import type { Item } from '../../access/target.store.ts'
import { holderOfLink } from '../entries/present-shared-entries.ts'
import { handle, type Route } from '../../http/route.ts'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import {
  type Downloader,
  downloadSelection,
  issueTicket,
  refuseLargeZip,
  takeTicket,
  topOf,
  type ZipDeps,
} from './zip-downloads.ts'
import type { ZipTop } from './zip.store.ts'

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export function zipRoutes(services: ZipDeps): Route[] {
  const { db, preparedZipSlots, visitorZips, zipSlots } = services

  const byUser = (actor: UserActor): Downloader => ({
    actor,
    ticketHolder: actor.userId,
    ownerId: actor.userId,
    inSlot: (work) => zipSlots.hold(actor, work),
    holder: { kind: 'user', id: actor.userId, sessionId: actor.sessionId },
  })
  const byVisitor = (actor: VisitorActor): Downloader => ({
    actor,
    ticketHolder: `share ${actor.shareId}`,
    ownerId: actor.ownerId,
    inSlot: (work) => visitorZips.hold(linkOf(actor), work),
    holder: holderOfLink(actor),
  })

  const download = (downloader: Downloader, top: ZipTop, selected: readonly Item[], exchange: Exchange) =>
    downloader.inSlot(async () => {
      await refuseLargeZip(services, top)
      return downloadSelection(services, top, selected, downloader, exchange)
    })
  const downloadPrepared = (downloader: Downloader, targets: Targets, token: string, exchange: Exchange) =>
    // Where no slot is free, the address remains valid for the next attempt.
    downloader.inSlot(async () => {
      const selection = await takeTicket(services, downloader, token, exchange.request)
      const { selected } = await authorise({ db }, downloader.actor, targets, {
        params: {},
        query: {},
        body: selection,
      })
      const ownerIds = selected.map((item) => item.owner_id)
      await refuseRestrictedOwners(db, downloader.actor, ownerIds, 'download')
      return downloadSelection(services, topOf(selection, selected), selected, downloader, exchange)
    })

  return [
    handle(downloadZip, ({ query }, { actor, selected, ...exchange }) =>
      download(byUser(actor), topOf(query, selected), selected, exchange),
    ),

    handle(prepareZip, ({ body }, { actor, selected }) =>
      preparedZipSlots.hold(actor, async () => {
        await refuseLargeZip(services, topOf(body, selected))
        return issueTicket(services, byUser(actor), '/api/zip', body)
      }),
    ),

    handle(downloadPreparedZip, ({ params }, { actor, ...exchange }) =>
      downloadPrepared(byUser(actor), prepareZip.access.targets, params.token, exchange),
    ),

    handle(publicZip, ({ query: { items } }, { actor, entry, selected, ...exchange }) =>
      download(
        byVisitor(actor),
        items ? topOf({ items }, selected) : topOf({ items: [entry] }, [entry]),
        items ? selected : [entry],
        exchange,
      ),
    ),

    handle(preparePublicZip, ({ body }, { actor, selected, request }) => {
      const visitor = byVisitor(actor)
      // In a slot too: anybody may ask for it, and it reads all that is selected.
      return visitor.inSlot(async () => {
        await refuseLargeZip(services, topOf(body, selected))
        // By address: a visitor could get any number of cookies and grants.
        const network = keyOf(addressSubject(request.ip))
        return issueTicket(services, visitor, `/api/sharing/zip/${actor.token}`, body, network)
      })
    }),

    handle(downloadPreparedPublicZip, ({ params }, { actor, ...exchange }) =>
      downloadPrepared(byVisitor(actor), preparePublicZip.access.targets, params.ticket, exchange),
    ),
  ]
}
