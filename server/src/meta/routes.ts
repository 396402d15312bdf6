import { clientConfig, openApi, ping, translations } from '@holdall/api'
import { handle, type Route } from '../http/handle.ts'
import type { Services } from '../services.ts'
import { presentConfig } from './config-view.ts'

export function metaRoutes(services: Services): Route[] {
  let description: Promise<Record<string, unknown>> | undefined
  return [
    handle(ping, () => Promise.resolve({ type: 'success', message: 'pong' })),
    handle(clientConfig, (_input, { actor }) => presentConfig(services, actor)),
    handle(translations, async ({ params }) => {
      const { translations: edits, 'app.locale': standard } = await services.settings.all()
      const locale = Object.hasOwn(edits, params.locale) ? params.locale : standard
      return edits[locale] ?? {}
    }),
    handle(openApi, () => (description ??= import('./openapi.ts').then((m) => m.describeApi(services.config.version)))),
  ]
}
