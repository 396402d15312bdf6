import { clientConfig, openApi, ping, translations } from '@holdall/api'
import { handle, type Route } from '../http/handle.ts'
import type { Services } from '../services.ts'
import { pageData } from './page-data.ts'
import { sendRevalidated } from '../ui/answer.ts'
import { translationsOf } from './translations.ts'

export function metaRoutes(services: Services): Route[] {
  let description: Promise<Record<string, unknown>> | undefined
  return [
    handle(ping, () => Promise.resolve({ type: 'success', message: 'pong' })),
    handle(clientConfig, async (_input, { request }) => (await pageData(services, request)).config),
    handle(translations, async ({ params }, { request, reply }) => {
      const answer = await translationsOf(services, params.locale)
      void reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8')
      await sendRevalidated(request, reply, JSON.stringify(answer))
      return answer
    }),
    handle(openApi, () => (description ??= import('./openapi.ts').then((m) => m.describeApi(services.config.version)))),
  ]
}
