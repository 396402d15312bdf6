import * as z from '@holdall/schema'
import { unitsAtMost } from './units-at-most.ts'

// Direction overrides and isolates show "gpj.exe" as "exe.jpg"; the other characters make two names look the same.
// Allowed are joiners, which Persian and emoji need, and direction marks, which mixed Arabic and Latin names need.
const HIDDEN =
  /[\u17b4\u17b5\u00ad\u115f\u1160\u180e\u200b\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/u
/** The flags of England, Scotland and Wales are written with tag characters. */
const REGION_FLAG = /\u{1f3f4}[\u{e0020}-\u{e007e}]{2,6}\u{e007f}/gu
const CONTROL = /[\p{Cc}\p{Cs}]/u
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\u2800]/u

/** Whether a text has control characters (line ends, NUL) or unpaired surrogates. */
export const hasControlCharacters = (text: string) => CONTROL.test(text)
/** Whether a text has invisible characters that change how it reads. */
export const hasHiddenCharacters = (text: string) => HIDDEN.test(text.replace(REGION_FLAG, ''))
/** Whether a text has at least one visible character. */
export const isVisible = (text: string) => VISIBLE.test(text)

/** One line of visible text, or nothing. */
export const oneLine = (maxLength: number) =>
  z.string().check(
    unitsAtMost(maxLength),
    // The length is checked first and ends the checks, so that no pattern runs on a long text.
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
