import { isIP } from 'node:net'
import { cut } from './mail-text.ts'

const MAX_LENGTH = 40
const LETTERS = /^[\p{L}\p{M}'’. -]+$/u
/** Mail programs turn it into a link. */
const LOOKS_LIKE_A_DOMAIN = /\.\S/

/** Whether a text of several lines that somebody wrote can be repeated in a mail to somebody else: nothing in it looks like an address. */
export const isPlainNote = (note: string): boolean => !/\.[^\s.]|:\/\/|@/u.test(note)

/** Whether a name that people chose themselves can be repeated in a mail to somebody else. */
export const isPlainName = (name: string): boolean =>
  name.length <= MAX_LENGTH && LETTERS.test(name) && !LOOKS_LIKE_A_DOMAIN.test(name)

const MAX_QUOTED = 80
/** The zero-width non-joiner: scripts need it in words, so that mails keep it. */
const SEPARATOR = '\u200c'

/**
 * A name that one person chose, for a mail to another person: at most 80 characters, of which mail programs make no link,
 * because an invisible character follows each dot, colon, slash and @. IP addresses stay the same.
 */
export const unlinked = (name: string): string =>
  isIP(name) === 0 ? cut(name, MAX_QUOTED).replace(/[.:/@]/g, `$&${SEPARATOR}`) : name
