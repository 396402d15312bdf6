import { AsyncLocalStorage } from 'node:async_hooks'
import { refuse } from './errors/refusal.ts'

const RETRY_AFTER_SECONDS = 5

/** The owner that the current call is scheduled for: an account, the links of an account, or an IP network. Unset for jobs. */
export const workOwner = new AsyncLocalStorage<string>()

const busy = () => refuse('busy', { retryAfter: RETRY_AFTER_SECONDS })

interface Options {
  /** Maximum number of concurrent calls. */
  readonly size: number
  /** Maximum number of concurrent calls of one owner. */
  readonly perOwner: number
  /** Maximum number of calls of one owner that wait; further ones are refused as `busy`. Default: no limit. */
  readonly maxWaiting?: number
  /**
   * Maximum number of calls that wait. Beyond it, a call of an owner with few of them takes the place of the newest call
   * of the owner with the most, which is refused as `busy`. Default: no limit.
   */
  readonly maxWaitingInAll?: number
  /** Milliseconds that a call of an owner waits before it is refused as `busy`. Jobs have no limit. Default: no limit. */
  readonly maxWaitMs?: number
}

interface Waiting {
  readonly start: () => void
  readonly refuse: (error: Error) => void
}

/** A semaphore with round-robin scheduling by owner. The calls of one owner run in their order. */
export class FairQueue {
  readonly #options: Options
  /** By owner, in scheduling order. */
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #running = new Map<string, number>()
  #waitingCount = 0
  #total = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** Whether nothing runs; then nothing waits either. */
  get isIdle(): boolean {
    return this.#total === 0
  }

  /** Runs `work` once its owner is scheduled. */
  async run<T>(work: () => Promise<T>, owner?: string): Promise<T> {
    const release = await this.acquire(owner)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** Resolves when the owner is scheduled, with a function that releases the slot and must be called once. */
  async acquire(owner = workOwner.getStore() ?? ''): Promise<() => void> {
    if (!this.#isFree(owner)) {
      this.#makePlace(owner)
      await this.#wait(owner)
    } else this.#start(owner)
    return () => {
      this.#end(owner)
    }
  }

  async #wait(owner: string): Promise<void> {
    const { maxWaitMs } = this.#options
    let deadline: NodeJS.Timeout | undefined
    try {
      await new Promise<void>((resolve, reject) => {
        const call = { start: resolve, refuse: reject }
        const others = this.#waiting.get(owner)
        if (others) others.push(call)
        else this.#waiting.set(owner, [call])
        this.#waitingCount++
        if (maxWaitMs === undefined || owner === '') return
        deadline = setTimeout(() => {
          this.#withdraw(owner, call)
        }, maxWaitMs)
      })
    } finally {
      clearTimeout(deadline)
    }
  }

  /** Refuses a call, where it still waits. */
  #withdraw(owner: string, call: Waiting): void {
    const waiting = this.#waiting.get(owner)
    const at = waiting?.indexOf(call) ?? -1
    if (!waiting || at === -1) return
    waiting.splice(at, 1)
    if (waiting.length === 0) this.#waiting.delete(owner)
    this.#waitingCount--
    call.refuse(busy())
  }

  /** Throws `busy` where one more call of the owner cannot wait. */
  #makePlace(owner: string): void {
    const { maxWaiting = Infinity, maxWaitingInAll = Infinity } = this.#options
    const waiting = this.#waiting.get(owner)?.length ?? 0
    if (waiting >= maxWaiting) throw busy()
    if (this.#waitingCount < maxWaitingInAll) return
    const longest = [...this.#waiting.values()].reduce((one, other) => (other.length > one.length ? other : one), [])
    if (longest.length <= waiting + 1) throw busy()
    this.#waitingCount--
    longest.pop()?.refuse(busy())
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
      const call = waiting.shift()
      this.#waitingCount--
      this.#waiting.delete(next)
      // Behind the others until its next turn.
      if (waiting.length > 0) this.#waiting.set(next, waiting)
      // Started here: nobody who calls before it continues can take its place.
      this.#start(next)
      call?.start()
      return
    }
  }
}
