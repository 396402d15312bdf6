/** The page that the user is led to may have to be fetched first. */
const LEAVING_MS = 10_000

const endedAt = new Map<string, number>()

/** The user has dissolved or left a team folder in this tab, and is led to another page. */
export function noteEnded(id: string): void {
  endedAt.set(id, performance.now())
}

/** Whether its page is being left already: nothing else may lead elsewhere. */
export const isBeingLeft = (id: string): boolean => performance.now() - (endedAt.get(id) ?? -Infinity) < LEAVING_MS
