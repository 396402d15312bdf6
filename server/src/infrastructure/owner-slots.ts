import { refuse } from './errors/refusal.ts'
import { FairQueue } from './fair-queue.ts'

const RETRY_AFTER_SECONDS = 5

/** How many of each run at the same time for one user; for one of several sessions and API tokens fewer: `AccountSlots`. */
export const ownerLimits = {
  /** Each takes up to 4 MiB of memory, however slow it is. */
  uploads: 32,
  /** Their temporary files count against no quota. */
  images: 8,
  /** Each takes up to 4 MiB of memory and an open file. */
  zips: 8,
  /** Entries copied, moved, trashed, restored or deleted: one runs, the others wait for it. */
  changes: 16,
  /** Addresses of zips that are prepared: each reads all that is selected. Apart from the zips, which take minutes. */
  preparedZips: 8,
  /** Those of visitors of their links: each reads in the background for up to some tenths of a second. */
  sharedSearches: 8,
} as const

/** The same for the visitors of links, apart from the slots of the owner: of one link, and of all links of an owner. */
export const visitorLimits = {
  uploads: { perLink: 8, perOwner: 16 },
  /** Folders created, entries renamed, moved or removed. The owner's own changes wait for those that run. */
  changes: { perLink: 4, perOwner: 8 },
  zips: { perLink: 4, perOwner: 8 },
} as const

/**
 * Reads by visitors, of one link, of all links of an owner, and of the server. Each makes an answer in memory. Many
 * visitors may open a link at once: further reads wait for a turn of their link, then for one of its owner, who may have
 * any number of links.
 */
export const visitorReadLimits = {
  byLink: { size: Infinity, perOwner: 4, maxWaiting: 64 },
  byOwner: { size: 16, perOwner: 8, maxWaiting: 256 },
} as const

/**
 * The same for reads by accounts. Others never wait for these turns, because a slow read would hold one; the limit of an
 * account keeps its answers, of up to 1 MB each, few beside the answers of others. A session, or a program with an API
 * token, leaves turns to the others of its account; a browser has six connections to a server.
 */
export const accountReadLimits = { perAccount: 8, perSession: 6, maxWaiting: 256 } as const

export interface OwnerSlots {
  /** Runs work in one of the slots of this owner. Throws `busy` while all are taken. */
  hold<T>(ownerId: string, work: () => Promise<T>): Promise<T>
}

/** Limits how much of one kind of work runs at the same time for each owner. */
export function createOwnerSlots(maxPerOwner: number): OwnerSlots {
  const held = new Map<string, number>()
  return {
    async hold(ownerId, work) {
      const others = held.get(ownerId) ?? 0
      if (others >= maxPerOwner) throw refuse('busy', { retryAfter: RETRY_AFTER_SECONDS })
      held.set(ownerId, others + 1)
      try {
        return await work()
      } finally {
        const left = (held.get(ownerId) ?? 1) - 1
        if (left > 0) held.set(ownerId, left)
        else held.delete(ownerId)
      }
    },
  }
}

/** An account, and the session or API token by which it calls. */
export interface AccountSession {
  readonly userId: string
  readonly sessionId: string
}

export interface AccountSlots {
  /**
   * Runs work in one of the slots of the account. A session that holds some gets another one only where it holds fewer than
   * three for each that stays free, so that some are left to further sessions, however many it uses. Throws `busy`.
   */
  hold<T>(session: AccountSession, work: () => Promise<T>): Promise<T>
}

const HELD_FOR_EACH_FREE = 3

/** Of the slots of an account, how many one session holds while no other one holds any. */
export const slotsOfOneSession = (perAccount: number): number =>
  Math.floor((perAccount * HELD_FOR_EACH_FREE) / (HELD_FOR_EACH_FREE + 1))

/** The same as owner slots for the sessions and API tokens of accounts. */
export function createAccountSlots(perAccount: number): AccountSlots {
  /** By account, the slots that each session holds. */
  const accounts = new Map<string, Map<string, number>>()
  return {
    async hold({ userId, sessionId }, work) {
      const held = accounts.get(userId) ?? new Map<string, number>()
      const own = held.get(sessionId) ?? 0
      const free = perAccount - [...held.values()].reduce((sum, count) => sum + count, 0)
      const isAllowed = own === 0 ? free > 0 : own < HELD_FOR_EACH_FREE * (free - 1)
      if (!isAllowed) throw refuse('busy', { retryAfter: RETRY_AFTER_SECONDS })
      accounts.set(userId, held.set(sessionId, own + 1))
      try {
        return await work()
      } finally {
        const left = (held.get(sessionId) ?? 1) - 1
        if (left > 0) held.set(sessionId, left)
        else held.delete(sessionId)
        if (held.size === 0) accounts.delete(userId)
      }
    },
  }
}

interface LinkVisit {
  /** Of a public link or an upload request. */
  readonly linkId: string
  readonly ownerId: string
}

export interface VisitorSlots {
  /** Runs work in a slot of the link and one of its owner's links. Throws `busy` while all of either are taken. */
  hold<T>(visit: LinkVisit, work: () => Promise<T>): Promise<T>
}

export function createVisitorSlots(limit: { readonly perLink: number; readonly perOwner: number }): VisitorSlots {
  const [ofLinks, ofOwners] = [createOwnerSlots(limit.perLink), createOwnerSlots(limit.perOwner)]
  return {
    hold: ({ linkId, ownerId }, work) => ofLinks.hold(linkId, () => ofOwners.hold(ownerId, work)),
  }
}

export interface VisitorTurns {
  /** Runs work in a turn of the link and of its owner. Throws `busy` while too many wait for either. */
  run<T>(visit: LinkVisit, work: () => Promise<T>): Promise<T>
}

export function createVisitorTurns({ byLink, byOwner }: typeof visitorReadLimits): VisitorTurns {
  const [ofLinks, ofOwners] = [new FairQueue(byLink), new FairQueue(byOwner)]
  return {
    run: ({ linkId, ownerId }, work) => ofLinks.run(() => ofOwners.run(work, ownerId), linkId),
  }
}

export interface AccountTurns {
  /**
   * Runs work in a turn of the account, whose sessions and API tokens take turns. Throws `busy` while too much of the
   * account waits; what the sessions with the most waiting have added last is refused first.
   */
  run<T>(session: AccountSession, work: () => Promise<T>): Promise<T>
}

export function createAccountTurns({ perAccount, perSession, maxWaiting }: typeof accountReadLimits): AccountTurns {
  const ofAccounts = new Map<string, FairQueue>()
  return {
    async run({ userId, sessionId }, work) {
      const sessions =
        ofAccounts.get(userId) ?? new FairQueue({ size: perAccount, perOwner: perSession, maxWaitingInAll: maxWaiting })
      ofAccounts.set(userId, sessions)
      try {
        return await sessions.run(work, sessionId)
      } finally {
        // A call that has begun meanwhile may have put another queue in its place.
        if (sessions.isIdle && ofAccounts.get(userId) === sessions) ofAccounts.delete(userId)
      }
    },
  }
}
