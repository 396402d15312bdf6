import { Emoji } from '@holdall/api'
import { findEmoji, loadEmoji } from './emoji-data.ts'

const search = async (locale: string, query: string) =>
  findEmoji(await loadEmoji(locale), query, locale).map(({ emoji }) => emoji)

test('every emoji is one that the server accepts, and has a name', async () => {
  const all = (await loadEmoji('en-US')).flatMap(({ emojis }) => emojis)
  expect(all.length).toBeGreaterThan(1800)
  expect(all.filter(({ emoji, name }) => !Emoji.safeParse(emoji).success || name === '')).toEqual([])
})

test.each([
  ['en-US', 'camera', '📷'],
  ['en-US', 'red hea', '❤️'],
  ['de', 'Kamera', '📷'],
  ['de', 'Österreich', '🇦🇹'],
  ['ar', 'كاميرا', '📷'],
  ['ar', 'camera', '📷'],
  ['fr', 'camera', '📷'],
])('in %s “%s” finds %s', async (locale, query, emoji) => {
  expect(await search(locale, query)).toContain(emoji)
})

test('what begins no word is not found', async () => {
  expect(await search('en-US', 'amera')).toEqual([])
})
