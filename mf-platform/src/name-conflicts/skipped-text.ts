import type { IntlShape } from 'react-intl'

/** What was done, and how many items were skipped, where some were. */
export function withSkipped(intl: IntlShape, done: string, count: number): string {
  if (count === 0) return done
  const skipped = intl.formatMessage({ id: 'conflict.skipped' }, { count })
  return done === '' ? skipped : intl.formatMessage({ id: 'conflict.done_and_skipped' }, { done, skipped })
}
