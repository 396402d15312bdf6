import { type BootData, type ClientConfig, RECAPTCHA_META } from '@holdall/api'
import { knownSections, type Place, routeOf } from '@holdall/api/routing'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { socketOriginOf } from '../../infrastructure/config/broadcast.ts'
import type { Config } from '../../infrastructure/config/config.ts'
import { workOwnerOf } from '../../http/pipeline/work-owner-of.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { workOwner } from '../../infrastructure/fair-queue.ts'
import { sendRevalidated } from './send-revalidated.ts'
import { assetRoutes } from './asset-routes.ts'
import { codeHeaders, documentHeaders, isSecretAddress, secretAddressHeaders } from './page-headers.ts'
import {
  type LinkPreview,
  linkPreviewTags,
  linkTokenOf,
  type PagePreview,
  pagePreviewTags,
} from './link-preview-tags.ts'
import { renderPage } from './render-page.ts'
import type { Ui } from './frontend.ts'

export interface UiServices {
  readonly ui: Ui
  readonly config: Pick<Config, 'broadcast' | 'contentUrl'>
  /** Boot data of this caller's page, except the sections. */
  readonly callerData: (request: FastifyRequest) => Promise<Omit<BootData, 'sections'>>
  /** What the operator's images add to the head, and the manifest of the app. */
  readonly appTags: (
    request: FastifyRequest,
  ) => Promise<{ readonly icons: readonly string[]; readonly previewImage: string | null }>
  /** What the page of a public link tells crawlers. */
  readonly linkPreview: (token: string, config: ClientConfig) => Promise<LinkPreview>
  /** What the head of a public page says; null for others. `isMissing`: the address names a page that does not exist. */
  readonly pagePreview: (
    pathname: string,
    config: ClientConfig,
  ) => Promise<{ readonly preview: PagePreview | null; readonly isMissing: boolean }>
}

/** Below these paths, an unknown address gets an error like those of the API. */
const notPages = /^\/(api|ui|translations)(\/|$)/
/** The pages with a form that a check against automated calls protects. An invitation has that of sign-up. */
const protectedPages: ReadonlySet<string> = new Set([
  '/sign-up',
  '/forgotten-password',
  '/contact-us',
  '/team-folder-invitation/:id',
])
const fileLike = /\.[a-z0-9]{1,8}$/i
/** The pages of the setup wizard. Once Holdall is set up they say so, and nothing else of them is left. */
const wizardPages = /^\/(install|setup-wizard)(\/|$)/

/** Serves the files of the shell and the sections, and the page for every other address. */
export function uiPlugin(services: UiServices): FastifyPluginAsync {
  const socket = socketOriginOf(services.config.broadcast)
  const headers = codeHeaders(services.config.contentUrl, { socket })
  const contentHost = services.config.contentUrl === null ? null : new URL(services.config.contentUrl).host

  async function page(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const place = placeOf(request)
    const path = place.pathname
    // The content origin serves no pages: uploaded content must not share an origin with code that acts for users.
    if (notPages.test(path) || !acceptsHtml(request) || request.host === contentHost) throw refuse('not-found')
    const sections = services.ui.sections()
    const route = routeOf(knownSections(sections), path)
    const known = path === '/' || route !== null
    request.pagePath = route?.path ?? null
    if (!known && fileLike.test(path)) throw refuse('not-found')
    const shell = services.ui.shell()
    const boot = { ...(await services.callerData(request)), sections }
    const { config } = boot
    const { preview, isMissing } = await services.pagePreview(path, config)
    const isSetUp = config.installation === 'installation-done' && wizardPages.test(path)
    const isSecret = isSecretAddress(path)
    const recaptcha = protectedPages.has(request.pagePath ?? '') ? config.recaptcha.origin : null
    reply
      .code(known && !isMissing && !isSetUp ? 200 : 404)
      .headers({
        ...codeHeaders(services.config.contentUrl, { style: shell.manifest.style, socket, recaptcha }),
        ...documentHeaders(request),
        ...(isSecret ? secretAddressHeaders : {}),
      })
      // A page with data of its caller must not be stored: after signing out, "back" must not show it again.
      .header('cache-control', boot.user ? 'private, no-cache, no-store' : 'private, no-cache')
      .type('text/html; charset=utf-8')
    const token = known ? linkTokenOf(path) : null
    const { icons, previewImage } = await services.appTags(request)
    const ofLink = token === null ? null : await services.linkPreview(token, config)
    const tags = [
      ...icons,
      ...previewTags(config, { ofLink, ofPage: preview }, previewImage),
      ...(isSecret ? ['<meta name="robots" content="noindex" />'] : []),
      ...(recaptcha === null ? [] : [`<meta name="${RECAPTCHA_META}" content="allowed" />`]),
    ]
    const html = renderPage(shell.template, boot, place, shell.manifest.messages, tags, preview)
    return sendRevalidated(request, reply, html)
  }

  const pageInTurn = (request: FastifyRequest, reply: FastifyReply) =>
    workOwner.run(workOwnerOf({ kind: 'anonymous' }, request), () => page(request, reply))

  return async (app: FastifyInstance) => {
    await assetRoutes(app, services.ui, headers)
    app.get('/', pageInTurn)
    app.get('/*', pageInTurn)
  }
}

/** Of a link what it shows, of a public page what it says; of others what the operator says about this installation. */
function previewTags(
  { name, description }: ClientConfig,
  { ofLink, ofPage }: { readonly ofLink: LinkPreview | null; readonly ofPage: PagePreview | null },
  appImage: string | null,
): string[] {
  if (ofPage) return pagePreviewTags(name, { ...ofPage, image: ofPage.image ?? appImage })
  if (ofLink) return linkPreviewTags(name, { ...ofLink, image: ofLink.image ?? appImage })
  if (description === '' && appImage === null) return []
  return linkPreviewTags(name, { title: name, description, image: appImage })
}

function placeOf({ url }: FastifyRequest): Place {
  const end = url.indexOf('?')
  return end === -1
    ? { pathname: url, search: '', hash: '' }
    : { pathname: url.slice(0, end), search: url.slice(end), hash: '' }
}

function acceptsHtml({ headers: { accept } }: FastifyRequest): boolean {
  return accept === undefined || /text\/html|\*\/\*/.test(accept)
}
