import * as z from '@holdall/schema'

/**
 * A check before `maxLength`, which counts the characters of the whole text: a body has several, and a character has one or
 * two UTF-16 units. It ends the checks.
 */
export const unitsAtMost = (maxLength: number) =>
  z.refine<string>((text) => text.length <= 2 * maxLength, {
    error: `Use at most ${maxLength} characters.`,
    abort: true,
  })
