import { createHash } from 'node:crypto'
import { type AppImageName, appImageNames } from '@holdall/api'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { readAppImage } from '../../infrastructure/setting-definitions/app-image.ts'
import type { SettingValues } from '../../infrastructure/setting-definitions/setting-definitions.ts'

const path = '/logo/'

/** The newest address of each image: hashing takes longer than to compare the texts, and every page needs them. */
const hashed = new Map<AppImageName, { readonly value: string; readonly url: string }>()

/** Where one of the operator's images is served, if it is set. The address changes with the image: it is cached forever. */
export function appImageUrl(settings: SettingValues, name: AppImageName): string | null {
  const value = settings[`app.${name}`]
  if (value === null) return null
  const known = hashed.get(name)
  if (known?.value === value) return known.url
  const url = path + createHash('sha256').update(value).digest('hex').slice(0, 16)
  hashed.set(name, { value, url })
  return url
}

/** Not an endpoint of the API: pages load them as images. */
export function registerAppImages(app: FastifyInstance, { settings }: Pick<Infrastructure, 'settings'>): void {
  app.get(`${path}:hash`, async (request, reply) => {
    const all = await settings.all()
    const name = appImageNames.find((each) => appImageUrl(all, each) === request.url)
    const value = name && all[`app.${name}`]
    if (!value) throw refuse('not-found')
    const { mime, bytes } = readAppImage(value)
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
