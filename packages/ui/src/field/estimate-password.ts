import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const MAX_ESTIMATED_LENGTH = 72
const byScore = ['weak', 'weak', 'fair', 'good', 'strong'] as const
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_ESTIMATED_LENGTH })

/**
 * How hard a password is to guess. Import it lazily, because its list of common passwords is large.
 *
 * @param personal Name and e-mail address of the user, which count as easy to guess.
 */
export const estimatePassword = (password: string, personal: readonly string[]): (typeof byScore)[number] => {
  const parts = personal.flatMap((text) => [text, ...text.split(/[\s@._-]/)]).filter((text) => text.length > 2)
  return byScore[estimator.check(password, parts).score]
}
