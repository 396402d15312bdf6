/** What the offline screen consists of. */
export interface OfflineFiles {
  /** Changes with any of the files. */
  readonly version: string
  /** The path of its document. */
  readonly page: string
  /** The paths of what the document loads. Their addresses contain hashes. */
  readonly files: readonly string[]
}

/** What is read of a request and of an answer. */
export type AnyRequest = Pick<Request, 'url' | 'method' | 'mode' | 'destination'>
export type AnyResponse = Pick<Response, 'ok' | 'status' | 'type'>

export interface OfflineStartDeps<Asked extends AnyRequest, Answer extends AnyResponse> {
  /** Null: nothing is kept. */
  readonly files: OfflineFiles | null
  /** What is used of `CacheStorage`. */
  readonly caches: {
    open(name: string): Promise<{ put(path: string, response: Answer): Promise<void> }>
    keys(): Promise<readonly string[]>
    delete(name: string): Promise<boolean>
    match(request: Asked | string, options: MultiCacheQueryOptions): Promise<Answer | undefined>
  }
  readonly fetch: (request: Asked | string, options?: RequestInit) => Promise<Answer>
  readonly timeoutMs: number
}

const PREFIX = 'holdall-offline-'

/** How long a page may take to begin its answer. Longer than a slow server, shorter than people wait. */
export const MAX_NAVIGATION_MS = 20_000

/** What is opened in a browser, but is no page: downloads, and what redirects to them. */
const notPages = /^\/(api|ui|translations|file|thumbnail|avatars|logo|app-icon|socialite|healthz|readyz|metrics)(\/|$)/
const ofLinks = /^\/share\/[^/]+\/(direct|embed)$/

/**
 * The screen for a start without a connection. Of all answers of the server only this screen is kept, which is the same
 * for everybody: pages contain their user, and sections are deployed independently of the shell.
 */
export function offlineStart<Asked extends AnyRequest, Answer extends AnyResponse>({
  files,
  caches,
  fetch,
  timeoutMs,
}: OfflineStartDeps<Asked, Answer>) {
  const cacheName = `${PREFIX}${files?.version ?? 'none'}`
  const kept = new Set(files?.files)

  async function deleteExcept(name: string | null): Promise<void> {
    const names = await caches.keys()
    const others = names.filter((each) => each.startsWith(PREFIX) && each !== name)
    await Promise.all(others.map((each) => caches.delete(each)))
  }

  /** An answer that was made for nobody in particular. */
  async function fetchAnonymous(path: string): Promise<Answer> {
    const response = await fetch(path, { credentials: 'omit', cache: 'no-cache', redirect: 'error' })
    if (!response.ok || response.type !== 'basic') throw new Error(`${path} answered ${String(response.status)}.`)
    return response
  }

  /** The page from the network; the screen where there is no answer, or none in time. */
  async function page(request: Asked): Promise<Answer> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error('The server did not answer in time.'))
      }, timeoutMs)
    })
    try {
      return await Promise.race([fetch(request), timeout])
    } catch (error) {
      const screen = files && (await caches.match(files.page, { cacheName }))
      if (!screen) throw error
      return screen
    } finally {
      clearTimeout(timer)
    }
  }

  const keptFile = async (request: Asked): Promise<Answer> =>
    (await caches.match(request, { cacheName, ignoreVary: true })) ?? fetch(request)

  return {
    /** Rejects where a file is missing: browsers try again, and continue with the previous version. */
    async install(): Promise<void> {
      if (!files) return
      const cache = await caches.open(cacheName)
      const paths = [files.page, ...files.files]
      const responses = await Promise.all(paths.map(fetchAnonymous))
      await Promise.all(responses.map((response, at) => cache.put(paths[at] ?? '', response)))
    },
    deleteOthers: () => deleteExcept(cacheName),
    deleteAll: () => deleteExcept(null),
    /** Null for everything that browsers request as if there was no worker. */
    answer(request: Asked, origin: string): Promise<Answer> | null {
      const { origin: requested, pathname, search } = new URL(request.url)
      if (request.method !== 'GET' || requested !== origin) return null
      if (request.mode !== 'navigate') return search === '' && kept.has(pathname) ? keptFile(request) : null
      // Frames are what a page shows, not a page.
      if (request.destination !== 'document') return null
      return notPages.test(pathname) || ofLinks.test(pathname) ? null : page(request)
    },
  }
}
