const PREFIX = 'holdall.uploads.'
const CHANNEL = 'holdall.uploads'
/** How long the other tabs have to answer. */
const ANSWER_TIMEOUT_MS = 500

export interface TabLock {
  readonly tabId: string
  /** The other tabs of this browser that are open. */
  otherTabs(): Promise<ReadonlySet<string>>
}

/** Tells which tabs are open: their uploads are not offered in this one. */
export function holdTabLock(tabId: string, locks: LockManager | undefined = navigator.locks): TabLock {
  // Browsers have Web Locks on secure pages only.
  if (!locks) return { tabId, otherTabs: answerOtherTabs(tabId) }
  // Held until the page is closed.
  locks.request(PREFIX + tabId, () => new Promise(() => {})).catch(() => undefined)
  return {
    tabId,
    async otherTabs() {
      const { held = [] } = await locks.query()
      const tabs = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))
      return new Set(tabs.filter((id) => id !== tabId))
    },
  }
}

/** Answers the queries of other tabs, and returns a function that queries them. */
function answerOtherTabs(tabId: string): TabLock['otherTabs'] {
  if (typeof BroadcastChannel === 'undefined') return () => Promise.resolve(new Set())
  const channel = new BroadcastChannel(CHANNEL)
  const open = new Set<string>()
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'who') channel.postMessage({ tabId })
    else if (typeof data === 'object' && data && 'tabId' in data && typeof data.tabId === 'string') open.add(data.tabId)
  })
  return () => {
    open.clear()
    channel.postMessage('who')
    return new Promise((resolve) => {
      setTimeout(() => {
        resolve(new Set(open))
      }, ANSWER_TIMEOUT_MS)
    })
  }
}
