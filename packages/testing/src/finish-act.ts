import type { act as reactAct } from 'react'

/** The parts of React that an `act` scope shares with its renderer. */
interface Internals {
  readonly actQueue: readonly unknown[] | null
}
interface Patched {
  act: typeof reactAct
  readonly __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: Internals
}

/**
 * React forgets a render that suspends in a synchronous `act` scope which nobody awaits, and with it all later updates of
 * the same priority. The Testing Library has such a scope around each event. The scope is awaited here where its render is
 * not finished. To be called before the Testing Library is loaded.
 */
export function finishAct(react: object): void {
  const patched = react as Patched
  const { act, __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = patched
  patched.act = ((callback: () => unknown) => {
    let queue: Internals['actQueue'] = null
    const scope = act(() => {
      queue = internals.actQueue
      return callback() as Promise<void>
    })
    const isUnfinished = internals.actQueue === null && ((queue as Internals['actQueue'])?.length ?? 0) > 0
    if (isUnfinished) void scope.then(() => {})
    return scope
  }) as typeof reactAct
}
