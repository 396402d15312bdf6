import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { discardRest } from '../../http/multipart-upload.ts'
import { WORKER_SCRIPT } from '../../http/worker-scripts.ts'
import { socketOriginOf } from '../../infrastructure/config/broadcast.ts'
import { MANIFEST_PATH } from '../client-config/app-tags.ts'
import type { Ui } from '../frontend/frontend.ts'
import { codeHeaders } from '../frontend/page-headers.ts'
import { sendRevalidated } from '../frontend/send-revalidated.ts'
import { createAppIcons, ICON_PATH } from './app-icons.ts'
import { OFFLINE_PATH, offlinePage, workerScript } from './offline-page.ts'
import { SHARE_TARGET_PATH, webManifest } from './web-manifest.ts'

type Deps = Pick<Infrastructure, 'config' | 'settings'> & { readonly ui: Ui }

/** What browsers request to install the app. It is the same for everybody, and not part of the API. */
export function registerInstalledApp(app: FastifyInstance, { config, settings, ui }: Deps): void {
  const headers = codeHeaders(config.contentUrl, { socket: socketOriginOf(config.broadcast) })
  const icons = createAppIcons()
  const contentHost = config.contentUrl === null ? null : new URL(config.contentUrl).host
  /** The settings where the app can be installed; the content origin has no app. */
  async function installable(request: FastifyRequest) {
    const all = await settings.all()
    if (!all['app.installable'] || request.host === contentHost) throw refuse('not-found')
    return all
  }

  app.get(MANIFEST_PATH, async (request, reply) => {
    const all = await installable(request)
    void reply.type('application/manifest+json; charset=utf-8').header('cache-control', 'no-cache')
    return sendRevalidated(request, reply, JSON.stringify(webManifest(all, icons.list(all))))
  })

  app.get(`${ICON_PATH}:hash/:name`, async (request, reply) => {
    const bytes = await icons.at(request.url, await installable(request))
    if (bytes === null) throw refuse('not-found')
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(Buffer.from(bytes))
  })

  app.get(OFFLINE_PATH, async (request, reply) => {
    const page = offlinePage(ui, await installable(request))
    void reply.headers(headers).type('text/html; charset=utf-8').header('cache-control', 'no-cache')
    return sendRevalidated(request, reply, page)
  })

  app.get(WORKER_SCRIPT, async (request, reply) => {
    if (request.host === contentHost) throw refuse('not-found')
    const all = await settings.all()
    const page = all['app.installable'] ? offlinePage(ui, all) : null
    void reply.headers(headers).type('text/javascript; charset=utf-8').header('cache-control', 'no-cache')
    return sendRevalidated(request, reply, workerScript(ui, page))
  })

  // The service worker takes these files; without one they are not kept anywhere.
  app.post(SHARE_TARGET_PATH, async (request, reply) => {
    await installable(request)
    discardRest(request)
    return redirectToFiles(reply)
  })
}

const redirectToFiles = (reply: FastifyReply) =>
  reply.header('cache-control', 'no-store').redirect('/platform/files?shared=unavailable', 303)
