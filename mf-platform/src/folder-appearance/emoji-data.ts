import groups from 'unicode-emoji-json/data-by-group.json'

/** Names and keywords of emoji in a language, from the Common Locale Data Repository; keys have no variation selector. */
type Words = Readonly<Record<string, { readonly default?: readonly string[]; readonly tts?: readonly string[] }>>

export interface EmojiEntry {
  readonly emoji: string
  /** In the language of the page, else in English. */
  readonly name: string
  /** Name and keywords in lower case, each with a space before it. */
  readonly words: string
}
export interface EmojiGroup {
  readonly id: string
  readonly emojis: readonly EmojiEntry[]
}

/** Later ones are missing in the font of `twemoji-colr-font`. */
const MAX_VERSION = 15

const byLanguage: Readonly<Record<string, () => Promise<{ readonly words: Words }>>> = {
  en: () => import('./emoji-words-en.ts'),
  de: () => import('./emoji-words-de.ts'),
  ar: () => import('./emoji-words-ar.ts'),
}

/** All emoji by group, in the usual order. */
export async function loadEmoji(locale: string): Promise<readonly EmojiGroup[]> {
  const [language = 'en'] = locale.split('-')
  const { words } = await (byLanguage[language] ?? byLanguage['en']!)()
  const regions = new Intl.DisplayNames(locale, { type: 'region' })
  return groups.map(({ slug, emojis }) => ({
    id: slug,
    emojis: emojis
      .filter(({ emoji_version: version }) => Number(version) <= MAX_VERSION)
      .map(({ emoji, name: english }) => {
        const found = words[emoji.replaceAll('\ufe0f', '')]
        const region = regionOf(emoji)
        const name = found?.tts?.[0] ?? (region && regions.of(region)) ?? english
        const all = [name, ...(found?.default ?? []), english].join(' ')
        return { emoji, name, words: ` ${all.toLocaleLowerCase(locale)}` }
      }),
  }))
}

const FLAG = /^[\u{1f1e6}-\u{1f1ff}]{2}$/u
const REGIONAL_A = 0x1f1e6

/** The region of a flag that is written with its two letters. */
function regionOf(emoji: string): string | null {
  if (!FLAG.test(emoji)) return null
  // Each of the two takes two code units.
  return [0, 2].map((at) => String.fromCodePoint((emoji.codePointAt(at) ?? 0) - REGIONAL_A + 65)).join('')
}

/** Emoji of which each word of the query begins a word. */
export function findEmoji(groups: readonly EmojiGroup[], query: string, locale: string): EmojiEntry[] {
  const parts = query.toLocaleLowerCase(locale).split(/\s+/).filter(Boolean)
  return groups.flatMap(({ emojis }) => emojis.filter(({ words }) => parts.every((part) => words.includes(` ${part}`))))
}
