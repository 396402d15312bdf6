import { clientConfig, openApi, ping, translations } from '@holdall/api'
import { handle, type Route } from '../http/handle.ts'
import type { Services } from '../services.ts'
import { pageData } from './page-data.ts'
import { editsOf } from './translations.ts'

export function metaRoutes(services: Services): Route[] {
  let description: Promise<Record<string, unknown>> | undefined
  return [
    handle(ping, () => Promise.resolve({ type: 'success', message: 'pong' })),
    handle(clientConfig, async (_input, { request }) => (await pageData(services, request)).config),
    handle(translations, ({ params }) => editsOf(services, params.locale)),
    handle(openApi, () => (description ??= import('./openapi.ts').then((m) => m.describeApi(services.config.version)))),
  ]
}
