/** The part of `caches` that the worker uses. */
export function fakeCaches(origin: string) {
  const all = new Map<string, Map<string, Response>>()
  const urlOf = (key: RequestInfo | URL) =>
    new URL(typeof key === 'string' ? key : key instanceof URL ? key.href : key.url, origin).href
  return {
    async open(name: string) {
      const cache = all.get(name) ?? new Map<string, Response>()
      all.set(name, cache)
      return {
        async put(key: RequestInfo | URL, response: Response) {
          cache.set(urlOf(key), response)
        },
      } as Cache
    },
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (key: RequestInfo | URL, options?: MultiCacheQueryOptions) =>
      all.get(options?.cacheName ?? '')?.get(urlOf(key)),
    /** Names of caches, and the addresses in them. */
    contents: () => Object.fromEntries([...all].map(([name, cache]) => [name, [...cache.keys()]])),
  }
}
