interface Held {
  readonly name?: string
}

/** Installs Web Locks of which these are held; undefined for a browser that lists none. */
export function installLocks(held: Held[] | undefined) {
  const locks = {
    request: jest.fn((name: string) => {
      held?.push({ name })
      return new Promise(() => {})
    }),
    query: () => Promise.resolve(held ? { held } : {}),
  }
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  return locks
}

export function removeLocks() {
  Reflect.deleteProperty(navigator, 'locks')
}
