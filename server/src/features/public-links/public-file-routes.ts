import { publicDirect, publicEmbed } from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import type { VisitorOf } from '../../access/actor.ts'
import type { ShareLog } from '../../infrastructure/activity/share-log.ts'
import { networkOf } from '../../infrastructure/activity/visitor-network.ts'
import { Refusal, refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { isContentOrigin } from '../content/routes.ts'
import { addressOf } from '../entries/content-urls.ts'
import { addressesFor } from '../entries/entry-addresses.ts'
import { holderOfLink } from '../entries/present-shared-entries.ts'
import { embedHeaders, renderEmbed, renderEmbedRefusal } from './embed-page.ts'
import { publicFileOf } from './public-file.ts'

type Deps = Pick<Infrastructure, 'clock' | 'config' | 'db' | 'secret' | 'settings'> & {
  readonly shareLog: ShareLog
  readonly visitorOf: VisitorOf
}

/** Addresses of the one file of a link that work outside of its pages, without cookies. */
export function publicFileRoutes(services: Deps): Route[] {
  const { config, db } = services
  return [
    handle(publicDirect, async ({ query }, { actor: visitor, reply }) => {
      const { entry } = await publicFileOf(db, visitor)
      const address = addressOf(services, holderOfLink(visitor), entry)
      return reply
        .headers({
          'cache-control': 'private, no-store',
          ...(config.contentUrl !== null && { 'cross-origin-resource-policy': 'cross-origin' }),
        })
        .redirect(query.download === undefined ? address : `${address}&download=1`, 302)
    }),

    handle(publicEmbed, async ({ params: { token } }, { request, reply }) => {
      if (isContentOrigin(services, request)) throw refuse('not-found')
      const { 'app.name': app, 'app.locale': locale } = await services.settings.all()
      reply.headers(embedHeaders(config.contentUrl)).type('text/html; charset=utf-8')
      try {
        // Without cookies: what is shown is the same for everybody.
        const visitor = await services.visitorOf(token, {})
        const { entry } = await publicFileOf(db, visitor)
        const { address, thumbnail } = await addressesFor(services, holderOfLink(visitor), [entry])
        services.shareLog.opened({ shareId: visitor.shareId, network: networkOf(request.ip) })
        const file = { ...entry, url: address(entry), thumbnail: thumbnail(entry) }
        return await reply.send(renderEmbed(file, { token, app, locale }))
      } catch (error) {
        throw error instanceof Refusal ? error.asPage(renderEmbedRefusal({ token, app, locale })) : error
      }
    }),
  ]
}
