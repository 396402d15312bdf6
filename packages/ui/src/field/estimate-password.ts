import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const MAX_ESTIMATED_LENGTH = 72
const byScore = ['weak', 'weak', 'fair', 'good', 'strong'] as const
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_ESTIMATED_LENGTH })

/**
 * How hard a password is to guess. Heavy, with its list of common passwords: load it lazily.
 *
 * @param personal What a guesser knows of the person: name, e-mail address.
 */
export const estimatePassword = (password: string, personal: readonly string[]): (typeof byScore)[number] => {
  const parts = personal.flatMap((text) => [text, ...text.split(/[\s@._-]/)]).filter((text) => text.length > 2)
  return byScore[estimator.check(password, parts).score]
}
