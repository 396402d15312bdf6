/** `BroadcastChannel`, which jsdom lacks: every other instance of the same name gets the message, in a later task. */
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

/** Installs `BroadcastChannel` for the tests of a file or block. */
export function installChannels(): void {
  beforeEach(() => {
    Channel.all.clear()
    Object.assign(window, { BroadcastChannel: Channel })
  })
  afterEach(() => {
    delete (window as { BroadcastChannel?: unknown }).BroadcastChannel
  })
}
