import { type LogApi, type NavigationApi, generatePath } from '@holdall/section'
import { type KnownSection, namedRoute } from '@holdall/api/routing'
import type { RouterLink } from './router-link.ts'

interface NavigationDeps {
  readonly sections: () => readonly KnownSection[]
  readonly router: RouterLink
  readonly log: LogApi
}

/** Navigates to routes by name, whichever section owns them. */
export function createNavigation({ sections, router, log }: NavigationDeps): NavigationApi {
  const href: NavigationApi['href'] = (name, params = {}) => {
    const pattern = namedRoute(sections(), name)
    if (pattern === undefined) {
      log.error(`No section in use has a route named ${name}.`)
      return '/'
    }
    return generatePath(pattern, params)
  }
  return {
    href,
    go(to, options) {
      router.go(typeof to === 'string' ? to : href(to.name, to.params), options)
    },
  }
}
