import type { BootData } from '@holdall/api'
import type { FastifyRequest } from 'fastify'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { Ui } from '../frontend/frontend.ts'
import { orderOf } from '../entries/browse-folder.ts'
import { folderOrder } from '../entries/listing-order.store.ts'
import { readUser } from '../users/current-user.ts'
import { browserLocale } from '../../http/browser-locale.ts'
import { presentConfig } from './client-config.ts'
import { editsOf } from '../translations/translations.ts'

export type PageDeps = Pick<
  Infrastructure,
  'clock' | 'config' | 'db' | 'installation' | 'mailer' | 'realtime' | 'secret' | 'sessions' | 'settings'
> & {
  readonly ui: Ui
}

/** The caller's data that is embedded in the page, so that the client need not request it. */
export async function pageData(services: PageDeps, request: FastifyRequest): Promise<Omit<BootData, 'sections'>> {
  const actor = await services.sessions.actorOf(request)
  // Pages are for browsers.
  const isUser = actor.kind === 'user' && !actor.token
  // In the default order of listings, which is the one that most pages ask for later.
  const options = { browserLocale: browserLocale(request), order: folderOrder(orderOf({})) }
  const user = isUser ? await readUser(services, actor, options) : null
  const config = await presentConfig(services, {
    user,
    isSecondFactorPending: actor.kind === 'half',
    locale: browserLocale(request),
    request,
  })
  const translations = await editsOf(services, config.locale)
  return { config, translations, ...(user && { user }) }
}
