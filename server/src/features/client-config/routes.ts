import { clientConfig, openApi, ping, translations } from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import { pageData, type PageDeps } from './page-data.ts'
import { sendRevalidated } from '../frontend/send-revalidated.ts'
import { translationsOf } from '../translations/translations.ts'

export function metaRoutes(services: PageDeps): Route[] {
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
    handle(
      openApi,
      () => (description ??= import('../openapi/describe-api.ts').then((m) => m.describeApi(services.config.version))),
    ),
  ]
}
