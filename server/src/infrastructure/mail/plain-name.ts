import { isIP } from 'node:net'

const MAX_LENGTH = 40
const LETTERS = /^[\p{L}\p{M}'’. -]+$/u
/** Mail programs turn it into a link. */
const LOOKS_LIKE_A_DOMAIN = /\.\S/

/** Whether a text of several lines that somebody wrote can be repeated in a mail to somebody else: nothing in it looks like an address. */
export const isPlainNote = (note: string): boolean => !/\.[^\s.]|:\/\/|@/u.test(note)

/** Whether a name that people chose themselves can be repeated in a mail to somebody else. */
export const isPlainName = (name: string): boolean =>
  name.length <= MAX_LENGTH && LETTERS.test(name) && !LOOKS_LIKE_A_DOMAIN.test(name)

const LONG = /^(.{80}).+$/su
const WORD_JOINER = '\u2060'

/**
 * A name that one person chose, for a mail to another person: at most 80 characters, of which mail programs make no link,
 * because an invisible character follows each dot, colon, slash and @. IP addresses stay the same.
 */
export function unlinked(name: string): string {
  if (isIP(name) !== 0) return name
  const short = name.replace(LONG, '$1…')
  return short.replace(/[.:/@]/g, `$&${WORD_JOINER}`)
}
