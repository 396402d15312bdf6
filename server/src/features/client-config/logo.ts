import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { logoImage } from '../../infrastructure/setting-definitions/logo-image.ts'

const path = '/logo/'

/** Where the operator's logo is served. The address changes with the image, because it is cached forever. */
export const logoUrl = (value: string): string => path + createHash('sha256').update(value).digest('hex').slice(0, 16)

/** Not an endpoint of the API: pages load it as an image. */
export function registerLogo(app: FastifyInstance, { settings }: Pick<Infrastructure, 'settings'>): void {
  app.get(`${path}:hash`, async (request, reply) => {
    const value = await settings.get('app.logo')
    if (value === null || logoUrl(value) !== request.url) throw refuse('not-found')
    const { mime, bytes } = logoImage(value)
    return reply
      .type(mime)
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        // An SVG that is opened as a document may neither run scripts nor load anything.
        'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      })
      .send(bytes)
  })
}
