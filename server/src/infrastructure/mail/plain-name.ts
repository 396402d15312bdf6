const MAX_LENGTH = 40
const LETTERS = /^[\p{L}\p{M}'’. -]+$/u
/** Mail programs turn it into a link. */
const LOOKS_LIKE_A_DOMAIN = /\.\S/

/** Whether a text of several lines that somebody wrote can be repeated in a mail to somebody else: nothing in it looks like an address. */
export const isPlainNote = (note: string): boolean => !/\.[^\s.]|:\/\/|@/u.test(note)

/** Whether a name that people chose themselves can be repeated in a mail to somebody else. */
export const isPlainName = (name: string): boolean =>
  name.length <= MAX_LENGTH && LETTERS.test(name) && !LOOKS_LIKE_A_DOMAIN.test(name)
