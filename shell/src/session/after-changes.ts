import type { QueryClient } from '@tanstack/react-query'

export type Mutations = Pick<QueryClient, 'isMutating' | 'getMutationCache'>

/** Calls `run` when no mutation is under way: at once, or after the last of them has ended. */
export function afterChanges(queryClient: Mutations, run: () => void): void {
  if (queryClient.isMutating() === 0) {
    run()
    return
  }
  const stop = queryClient.getMutationCache().subscribe(() => {
    if (queryClient.isMutating() > 0) return
    stop()
    run()
  })
}
