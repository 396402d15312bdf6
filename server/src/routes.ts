import type { Route } from './http/handle.ts'
import type { Services } from './services.ts'

const factories = [
  'files',
  'trash',
  'uploads',
  'content',
  'sharing',
  'public-share',
  'admin/sections',
  'ui',
  'auth',
  'users',
  'setup',
  'admin',
  'meta',
]

/** Every feature's routes. */
export async function collectRoutes(services: Services): Promise<readonly Route[]> {
  const routes: Route[] = []
  for (const folder of factories) {
    const module = (await import(`./${folder}/routes.ts`).catch((error: unknown) => {
      if (/Cannot find module|ERR_MODULE_NOT_FOUND/.test(String(error) + (error as { code?: string }).code)) return {}
      throw error
    })) as Record<string, unknown>
    for (const [name, make] of Object.entries(module)) {
      if (name.endsWith('Routes') && typeof make === 'function')
        routes.push(...(make as (s: Services) => Route[])(services))
    }
  }
  return routes
}
