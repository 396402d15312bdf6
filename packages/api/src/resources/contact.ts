import * as z from '@holdall/schema'
import { isVisible } from './text.ts'

/** Characters. */
export const MAX_CONTACT_MESSAGE = 5000

/** A text of several lines with something to read in it. */
export const VisibleText = (maxLength: number) =>
  z.string().check(
    // The length is checked first and ends the checks, so that no pattern runs on a long text.
    z.maxLength(maxLength, { error: `Use at most ${maxLength} characters.`, abort: true }),
    z.trim(),
    z.refine((text) => isVisible(text), 'Write a message.'),
  )
