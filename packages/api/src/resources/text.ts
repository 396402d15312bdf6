import * as z from '@holdall/schema'

// Overrides and isolates turn "gpj.exe" into "exe.jpg"; the others make two names look alike. Joiners stay: Persian and
// emoji need them, and so do the direction marks of mixed Arabic and Latin names.
const HIDDEN =
  /[\u17b4\u17b5\u00ad\u115f\u1160\u180e\u200b\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/u
/** The flags of England, Scotland and Wales are written with tag characters. */
const REGION_FLAG = /\u{1f3f4}[\u{e0020}-\u{e007e}]{2,6}\u{e007f}/gu
const CONTROL = /[\p{Cc}\p{Cs}]/u
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\u2800]/u

/** Control characters (line ends, NUL) and halves of surrogate pairs. */
export const hasControlCharacters = (text: string) => CONTROL.test(text)
/** Invisible characters that change how a text reads. */
export const hasHiddenCharacters = (text: string) => HIDDEN.test(text.replace(REGION_FLAG, ''))
/** Whether there is anything to see. */
export const isVisible = (text: string) => VISIBLE.test(text)

const oneLine = (maxLength: number) =>
  z.string().check(
    // The length first, and alone: no pattern sees a text of any size.
    z.maxLength(maxLength, { error: `Use at most ${maxLength} characters.`, abort: true }),
    z.trim(),
    z.normalize('NFC'),
    z.refine((text) => !hasControlCharacters(text), 'Use one line, without control characters.'),
    z.refine((text) => !hasHiddenCharacters(text), 'Use no invisible characters that change how the text reads.'),
    z.refine((text) => text === '' || isVisible(text), 'Use characters that can be seen.'),
  )

/** A part of a person's name; may be empty. */
export const NamePart = oneLine(120)
export const PersonName = oneLine(255).check(z.minLength(1, 'Enter a name.'))

const EMOJI_CHARACTERS = /^[\p{Emoji}\p{Emoji_Component}]+$/u
const PICTURE = /[\p{Extended_Pictographic}\p{Regional_Indicator}\u20e3]/u

const isEmoji = (text: string) =>
  EMOJI_CHARACTERS.test(text) && PICTURE.test(text) && [...new Intl.Segmenter().segment(text)].length === 1

/** One emoji: a single grapheme, skin tones, families and flags included. */
export const Emoji = z
  .string()
  .check(z.maxLength(32, { error: 'Choose one emoji.', abort: true }), z.refine(isEmoji, 'Choose one emoji.'))
