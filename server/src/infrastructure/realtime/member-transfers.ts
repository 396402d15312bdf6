/** A member of a team folder, and the folder as a space. */
export interface Membership {
  readonly userId: string
  readonly spaceId: string
}

/** Downloads by members of team folders, which end together with the membership. */
export interface MemberTransfers {
  /** Runs a transfer. `end` is called once one of the memberships has ended. */
  run<T>(memberships: readonly Membership[], end: () => void, work: () => Promise<T>): Promise<T>
  /** Ends the transfers of a member in this process. */
  endAll(membership: Membership): void
  /** Those of the transfers that run in this process. */
  readonly memberships: readonly Membership[]
}

const keyOf = ({ userId, spaceId }: Membership) => `${userId} ${spaceId}`

export function createMemberTransfers(): MemberTransfers {
  const running = new Map<string, { readonly membership: Membership; readonly ends: Set<() => void> }>()
  return {
    async run(memberships, end, work) {
      for (const membership of memberships) {
        const key = keyOf(membership)
        const some = running.get(key) ?? { membership, ends: new Set() }
        some.ends.add(end)
        running.set(key, some)
      }
      try {
        return await work()
      } finally {
        for (const key of memberships.map(keyOf)) {
          const ends = running.get(key)?.ends
          ends?.delete(end)
          if (ends?.size === 0) running.delete(key)
        }
      }
    },
    endAll(membership) {
      for (const end of running.get(keyOf(membership))?.ends ?? []) end()
    },
    get memberships() {
      return Array.from(running.values(), ({ membership }) => membership)
    },
  }
}
