import type { FastifyRequest } from 'fastify'
import type { Config } from '../infrastructure/config/config.ts'
import { refuse } from '../infrastructure/errors/refusal.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A page of another site must not write with the visitor's cookie. A client that sends neither header is not a browser.
 */
export function refuseCrossSite(request: FastifyRequest, config: Config): void {
  if (!safeMethods.has(request.method)) refuseOtherSite(request, config)
}

/** A page of another site must not open a connection either, although that is a GET. */
export const refuseCrossSiteSocket = (request: FastifyRequest, config: Config): void => refuseOtherSite(request, config)

function refuseOtherSite(request: FastifyRequest, config: Config): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) {
    if (site === 'cross-site' || site === 'same-site') throw refuse('cross-site')
    return
  }
  const { origin } = request.headers
  if (origin === undefined) return
  // Browsers send no Sec-Fetch-Site over plain http on a LAN.
  const own = origin === config.publicUrl || (URL.canParse(origin) && new URL(origin).host === request.host)
  if (!own) throw refuse('cross-site')
}
