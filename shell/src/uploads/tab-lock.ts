const PREFIX = 'holdall.uploads.'

export interface TabLock {
  readonly tabId: string
  /** The other tabs of this browser that are open. */
  otherTabs(): Promise<ReadonlySet<string>>
}

/** Tells which tabs still run: what another tab is sending is not offered here. Without Web Locks none is known. */
export function holdTabLock(tabId: string, locks: LockManager | undefined = navigator.locks): TabLock {
  // Held until the page goes away.
  locks?.request(PREFIX + tabId, () => new Promise(() => {})).catch(() => undefined)
  return {
    tabId,
    async otherTabs() {
      const held = (await locks?.query())?.held ?? []
      const tabs = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))
      return new Set(tabs.filter((id) => id !== tabId))
    },
  }
}
