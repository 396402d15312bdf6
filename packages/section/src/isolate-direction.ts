const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * Puts a name between Unicode isolates, for messages, attributes and titles, where the element `bdi` cannot be used:
 * the name keeps its own direction, so that "(2)" or ".pdf" stays at its end. Returned unchanged where the name and the
 * page are both left-to-right.
 */
export function isolate(name: string): string {
  const isNeeded = document.documentElement.dir === 'rtl' || RIGHT_TO_LEFT.test(name)
  return isNeeded ? `\u2068${name}\u2069` : name
}
