import { showPage } from '@holdall/api'
import type { Actor } from '../../access/actor.ts'
import { browserLocale } from '../../http/browser-locale.ts'
import { handle, type Route } from '../../http/route.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { findLocale } from '../users/user.store.ts'
import { readPage } from './page-service.ts'

type Deps = Pick<Infrastructure, 'db' | 'settings'>

export function pageRoutes(services: Deps): Route[] {
  const { db, settings } = services
  const ownLocale = (actor: Actor) => (actor.kind === 'user' ? findLocale(db, actor.userId) : null)
  return [
    handle(showPage, async ({ params: { slug } }, { actor, request }) => {
      const locale = (await ownLocale(actor)) ?? browserLocale(request) ?? (await settings.get('app.locale'))
      const page = await readPage(services, slug, locale)
      if (!page) throw refuse('not-found')
      const { title, blocks } = page
      const attributes = { slug, title, content_formatted: [...blocks] }
      return { data: { id: slug, type: 'page' as const, attributes } }
    }),
  ]
}
