/** The part of `caches` that the worker uses. */
export function fakeCaches<Answer>(origin: string) {
  const all = new Map<string, Map<string, Answer>>()
  const urlOf = (key: string | { readonly url: string }) =>
    new URL(typeof key === 'string' ? key : key.url, origin).href
  return {
    async open(name: string) {
      const cache = all.get(name) ?? new Map<string, Answer>()
      all.set(name, cache)
      return {
        async put(key: string, response: Answer) {
          cache.set(urlOf(key), response)
        },
      }
    },
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (key: string | { readonly url: string }, options: MultiCacheQueryOptions) =>
      all.get(options.cacheName ?? '')?.get(urlOf(key)),
    /** Names of caches, and the addresses in them. */
    contents: () => Object.fromEntries([...all].map(([name, cache]) => [name, [...cache.keys()]])),
  }
}
