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
}

const keyOf = ({ userId, spaceId }: Membership) => `${userId} ${spaceId}`

export function createMemberTransfers(): MemberTransfers {
  const running = new Map<string, Set<() => void>>()
  return {
    async run(memberships, end, work) {
      const keys = memberships.map(keyOf)
      for (const key of keys) running.set(key, (running.get(key) ?? new Set()).add(end))
      try {
        return await work()
      } finally {
        for (const key of keys) {
          const some = running.get(key)
          some?.delete(end)
          if (some?.size === 0) running.delete(key)
        }
      }
    },
    endAll(membership) {
      for (const end of running.get(keyOf(membership)) ?? []) end()
    },
  }
}
