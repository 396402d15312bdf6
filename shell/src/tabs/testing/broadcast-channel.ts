/** jsdom has none. Like the browser's: every other instance of the name hears, in a task of its own. */
export class Channel extends EventTarget {
  static readonly all = new Set<Channel>()
  readonly name: string
  constructor(name: string) {
    super()
    this.name = name
    Channel.all.add(this)
  }
  postMessage(data: unknown) {
    for (const other of Channel.all) {
      if (other !== this && other.name === this.name)
        setTimeout(() => other.dispatchEvent(new MessageEvent('message', { data })))
    }
  }
}

/** Gives the tests of a file or block a browser with channels. */
export function installChannels(): void {
  beforeEach(() => {
    Channel.all.clear()
    Object.assign(window, { BroadcastChannel: Channel })
  })
  afterEach(() => {
    delete (window as { BroadcastChannel?: unknown }).BroadcastChannel
  })
}
