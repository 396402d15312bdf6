import type { BootData } from '@holdall/api'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../http/refusal.ts'
import { sendRevalidated } from './answer.ts'
import { assetRoutes } from './assets.ts'
import { codeHeaders, documentHeaders } from './headers.ts'
import { ownerOf } from './owner.ts'
import { renderPage } from './page.ts'
import type { Ui } from './ui.ts'

export interface UiServices {
  readonly ui: Ui
  readonly config: { readonly contentUrl: string | null }
  /** What this caller's page is told, beside the sections. */
  readonly callerData: (request: FastifyRequest) => Promise<Omit<BootData, 'sections'>>
}

/** Not the app's: unknown addresses below these answer as the API does. */
const notPages = /^\/(api|ui|translations)(\/|$)/
const fileLike = /\.[a-z0-9]{1,8}$/i

/** The shell, the sections' files, and the page for every address that is nothing else. */
export function uiPlugin(services: UiServices): FastifyPluginAsync {
  const headers = codeHeaders(services.config.contentUrl)
  const contentHost = services.config.contentUrl === null ? null : new URL(services.config.contentUrl).host

  async function page(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = pathOf(request)
    // What users upload shares an origin with nothing that could act for them.
    if (notPages.test(path) || !acceptsHtml(request) || request.host === contentHost) throw refuse('not-found')
    const sections = services.ui.sections()
    const owner = ownerOf(path, sections)
    const known = path === '/' || owner !== null
    request.pagePath = owner?.route.path ?? null
    if (!known && fileLike.test(path)) throw refuse('not-found')
    const shell = services.ui.shell()
    const boot = { ...(await services.callerData(request)), sections }
    reply
      .code(known ? 200 : 404)
      .headers({ ...codeHeaders(services.config.contentUrl, shell.manifest.style), ...documentHeaders(request) })
      // A page that names its caller is nothing for a disk: after signing out, "back" must not bring it again.
      .header('cache-control', boot.user ? 'private, no-cache, no-store' : 'private, no-cache')
      .type('text/html; charset=utf-8')
    return sendRevalidated(request, reply, renderPage(shell.template, boot, path, shell.manifest.messages))
  }

  return async (app: FastifyInstance) => {
    await assetRoutes(app, services.ui, headers)
    app.get('/', page)
    app.get('/*', page)
  }
}

function pathOf({ url }: FastifyRequest): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

function acceptsHtml({ headers: { accept } }: FastifyRequest): boolean {
  return accept === undefined || /text\/html|\*\/\*/.test(accept)
}
