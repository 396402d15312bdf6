import { hasControlCharacters, hasHiddenCharacters, isVisible } from '@holdall/api'
import { refuse } from '../../infrastructure/errors/refusal.ts'

/** Why a name is refused; the server's messages have a `name.…` for each. */
export type NameProblem = 'empty' | 'too-long' | 'slash' | 'control' | 'dots' | 'invisible'

const MAX_NAME_BYTES = 255
/**
 * The name as it is stored: NFC, without white space at either end and without dots or spaces at its end (Windows drops
 * those when it unpacks, so that two names would become one).
 */
export function cleanName(raw: string): { name: string } | { problem: NameProblem } {
  const problem = problemOf(raw)
  if (problem) return { problem }
  const trimmed = raw.normalize('NFC').trim()
  if (trimmed === '.' || trimmed === '..') return { problem: 'dots' }
  const name = withoutEnd(trimmed)
  if (!isVisible(name)) return { problem: 'empty' }
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return { problem: 'too-long' }
  return { name }
}

/** Like `cleanName`, but throws `bad-name` with the problem. */
export function nameFrom(raw: string): string {
  const cleaned = cleanName(raw)
  if ('problem' in cleaned) {
    const text = `name.${cleaned.problem}` as const
    throw refuse('bad-name', { text, fields: { name: text } })
  }
  return cleaned.name
}

/** Without the dots and spaces at its end. */
export function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && /^[.\s]$/u.test(text[end - 1]!)) end--
  return text.slice(0, end)
}

function problemOf(raw: string): NameProblem | null {
  if (raw.includes('/')) return 'slash'
  if (hasControlCharacters(raw)) return 'control'
  if (hasHiddenCharacters(raw)) return 'invisible'
  return null
}

/** Without case and accents: what a search compares. */
export const foldedName = (name: string): string =>
  cut(
    name
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .replaceAll('ς', 'σ'),
    255,
  )

const cut = (text: string, characters: number) => Array.from(text).slice(0, characters).join('')

/**
 * What a name is sorted by, compared byte by byte on both engines: case and accents are folded, and every number is
 * preceded by its length, so that "file 9" comes before "file 10". Its length is bounded, as that of index rows is.
 */
export function sortKey(name: string): string {
  const padded = foldedName(name).replace(/[0-9]+/g, (digits) => {
    const number = digits.replace(/^0+(?=.)/, '')
    return String(Math.min(number.length, 99)).padStart(2, '0') + number
  })
  return cut(padded, 200)
}

/**
 * The column `name_key`: the sort key; where the folded name is another text, U+0001 and the folded name follow. The
 * databases index the folded name for the search.
 */
export function nameKey(name: string): string {
  const [key, folded] = [sortKey(name), foldedName(name)]
  return key === folded ? key : `${key}\u0001${folded}`
}

/**
 * The prefixes of the sort keys of all names that begin with `prefix`, in ascending order. The number at the end of a
 * prefix may be the beginning of a longer one: "file 1" also means "file 10", whose key begins differently.
 */
export function keyPrefixes(prefix: string): readonly string[] {
  const key = sortKey(prefix)
  let end = prefix.length
  while (end > 0 && isDigit(prefix.charCodeAt(end - 1))) end -= 1
  const digits = prefix.slice(end).replace(/^0+(?=.)/, '')
  if (digits === '' || digits.length > LONGEST_NUMBER) return [key]
  const stem = sortKey(prefix.slice(0, end))
  const lengths = Array.from({ length: LONGEST_NUMBER - digits.length + 1 }, (_, more) => digits.length + more)
  return lengths.map((length) => stem + String(length).padStart(2, '0') + digits)
}
const LONGEST_NUMBER = 16
const isDigit = (code: number) => code >= 48 && code <= 57

/**
 * The nth form of a name that is taken: "a.txt", "a (2).txt", … The stem is shortened when the whole becomes too long.
 */
export function nthName(name: string, n: number, kind: 'file' | 'folder'): string {
  if (n === 1) return name
  const [stem, ending] = nthParts(name, n, kind)
  return `${stem} (${n})${ending}`
}

/** What the nth form of a name has before and after its number. */
export function nthParts(name: string, n: number, kind: 'file' | 'folder'): readonly [stem: string, ending: string] {
  const [stem, ending] = kind === 'file' ? splitEnding(name) : [name, '']
  return [cutBefore(stem, ` (${n})${ending}`), ending]
}

/** `head` and `tail` together, where that is too long for a name without the end of `head`. */
export function shortened(head: string, tail = ''): string {
  return cutBefore(head, tail) + tail
}

/** `head` without its last characters, as far as `tail` would make it too long. */
function cutBefore(head: string, tail: string): string {
  let surplus = Buffer.byteLength(head) + Buffer.byteLength(tail) - MAX_NAME_BYTES
  let end = head.length
  while (surplus > 0 && end > 0) {
    const start = (head.codePointAt(end - 2) ?? 0) > 0xff_ff ? end - 2 : end - 1
    surplus -= Buffer.byteLength(head.slice(start, end))
    end = start
  }
  return head.slice(0, end)
}

/** "archive.tar.gz" → ["archive", ".tar.gz"], ".env" → [".env", ""]. */
function splitEnding(name: string): [string, string] {
  const match = /^(.+?)((?:\.tar)?\.[^.\s]{1,16})$/u.exec(name)
  return match?.[1] && match[2] ? [match[1], match[2]] : [name, '']
}
