/** Of a long text, these find the candidates; every candidate is then compared with the whole text. */
const MAX_GRAMS = 32

/**
 * The parts of a text that the index is searched for: all of three characters, or the text itself. What is indexed of a
 * name is decided by `search_tokens` and `search_grams` of the migration `0010-search.ts`.
 */
export function gramsOf(text: string): string[] {
  const characters = Array.from(text)
  const size = Math.min(3, characters.length)
  const places = characters.slice(0, characters.length - size + 1)
  const grams = places.map((_, start) => characters.slice(start, start + size).join(''))
  return [...new Set(grams)].slice(0, MAX_GRAMS)
}
