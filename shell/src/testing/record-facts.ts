import type { EventBus, FactName } from '@holdall/event-bus'

/** The facts of these names that a bus announces from now on, with their payloads. */
export function recordFacts(events: EventBus, names: readonly FactName[]): readonly [FactName, unknown][] {
  const seen: [FactName, unknown][] = []
  const { signal } = new AbortController()
  for (const name of names) events.on(name, (fact: unknown) => seen.push([name, fact]), signal)
  return seen
}
