/** What an SMTP server sees of one mail at most, in characters; texts have a few hundred. */
const MAX_TEXT_LENGTH = 20_000
const MAX_SUBJECT_LENGTH = 200

/** All but the line end; and what reverses or hides the characters around it. */
const UNSAFE = /[^\P{Cc}\n]|[\u200b\u2028-\u202e\u2060-\u2069\ufeff]/gu

const withoutUnsafe = (text: string) => text.replaceAll('\r\n', '\n').replaceAll(UNSAFE, '')

/** One line of a header: line ends would begin another one. */
export const headerText = (text: string): string =>
  cut(withoutUnsafe(text).replaceAll(/\s+/gu, ' ').trim(), MAX_SUBJECT_LENGTH)

/** The text part of a mail. */
export const bodyText = (text: string): string => cut(withoutUnsafe(text), MAX_TEXT_LENGTH)

/** A text of at most `length` UTF-16 units, with an ellipsis where it was longer. Half of a character is left out. */
export const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…` : text
