import * as z from '@holdall/schema'

const EMOJI_CHARACTERS = /^[\p{Emoji}\p{Emoji_Component}]+$/u
const PICTURE = /[\p{Extended_Pictographic}\p{Regional_Indicator}\u20e3]/u

const isEmoji = (text: string) =>
  EMOJI_CHARACTERS.test(text) && PICTURE.test(text) && [...new Intl.Segmenter().segment(text)].length === 1

/** One emoji: a single grapheme, with skin tones, families and flags. */
export const Emoji = z
  .string()
  .check(z.maxLength(32, { error: 'Choose one emoji.', abort: true }), z.refine(isEmoji, 'Choose one emoji.'))
