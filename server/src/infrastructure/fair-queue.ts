import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * For whom something is done that waits for what all accounts share: an account, the account behind a link, or an address.
 * Unset for the server's own work, which is one owner more.
 */
export const workOwner = new AsyncLocalStorage<string>()

interface Options {
  /** How much runs at the same time. */
  readonly size: number
  /** How much of it for one owner. */
  readonly perOwner: number
}

/** Whatever accounts share: those that wait take turns by owner, and in the order of their calls for the same one. */
export class FairQueue {
  readonly #options: Options
  /** In the order of their next turns. */
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #running = new Map<string, number>()
  #total = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** Runs `work` when it is its owner's turn. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.acquire()
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** Resolves when it is the owner's turn, with a function that ends it, which is to be called once. */
  async acquire(owner = workOwner.getStore() ?? ''): Promise<() => void> {
    if (!this.#isFree(owner)) {
      await new Promise<void>((resolve) => {
        const others = this.#waiting.get(owner)
        if (others) others.push(resolve)
        else this.#waiting.set(owner, [resolve])
      })
    } else this.#start(owner)
    return () => {
      this.#end(owner)
    }
  }

  #isFree(owner: string): boolean {
    return this.#total < this.#options.size && (this.#running.get(owner) ?? 0) < this.#options.perOwner
  }

  #start(owner: string): void {
    this.#total++
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1)
  }

  #end(owner: string): void {
    this.#total--
    const left = (this.#running.get(owner) ?? 1) - 1
    if (left > 0) this.#running.set(owner, left)
    else this.#running.delete(owner)
    for (const [next, waiting] of this.#waiting) {
      if (!this.#isFree(next)) continue
      const resolve = waiting.shift()
      this.#waiting.delete(next)
      // Behind the others until its next turn.
      if (waiting.length > 0) this.#waiting.set(next, waiting)
      // Started here: nobody who calls before it continues can take its place.
      this.#start(next)
      resolve?.()
      return
    }
  }
}
