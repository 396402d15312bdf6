const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * A name for use inside a sentence, an attribute or a title, where there is no `bdi`: keeps its own direction, so that
 * "(2)" or ".pdf" stays at its end. Left as it is where the name and the page are both left-to-right.
 */
export function isolate(name: string): string {
  const isNeeded = document.documentElement.dir === 'rtl' || RIGHT_TO_LEFT.test(name)
  return isNeeded ? `\u2068${name}\u2069` : name
}
