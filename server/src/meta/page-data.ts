import type { BootData } from '@holdall/api'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { readUser } from '../users/current.ts'
import { browserLocale } from '../users/browser-locale.ts'
import { presentConfig } from './config-view.ts'
import { editsOf } from './translations.ts'

/** What a page is told of its caller with its first byte, so that it need not ask. */
export async function pageData(services: Services, request: FastifyRequest): Promise<Omit<BootData, 'sections'>> {
  const actor = await services.sessions.actorOf(request)
  const user = actor.kind === 'user' ? await readUser(services, actor.userId) : null
  const config = await presentConfig(services, { user, locale: browserLocale(request) })
  const translations = await editsOf(services, config.locale)
  return { config, translations, ...(user && { user }) }
}
