import type { Notification } from '@holdall/api'

export interface Arrivals {
  /** The unread ones among these that are new since the page was loaded and were not returned before. */
  take(items: readonly Notification[]): readonly Notification[]
}

/** `known`: those that came with the page; older ones are not new either. */
export function createArrivals(known: readonly Notification[]): Arrivals {
  const ids = new Set(known.map(({ id }) => id))
  // ISO 8601 in UTC: later is greater.
  let newest = known.reduce((last, { attributes: { created_at: at } }) => (at > last ? at : last), '')
  return {
    take(items) {
      const arrived = items.filter(
        ({ id, attributes }) => attributes.read_at === null && attributes.created_at >= newest && !ids.has(id),
      )
      for (const { id, attributes } of items) {
        ids.add(id)
        if (attributes.created_at > newest) newest = attributes.created_at
      }
      return arrived
    },
  }
}
