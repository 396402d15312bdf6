import * as z from '@holdall/schema'

const emailError = 'Enter a valid e-mail address.'

/**
 * One e-mail address, in lower case. Refuses characters that begin a display name, a list, a group or a comment in RFC
 * 5322.
 */
export const Email = z.string().check(
  // The length is checked first and ends the checks, so that no pattern runs on a long text.
  z.maxLength(255, { error: emailError, abort: true }),
  z.trim(),
  z.regex(/^[^\s@<>(),;:"[\]\\\p{C}]+@[^\s@.<>(),;:"[\]\\\p{C}]+(?:\.[^\s@.<>(),;:"[\]\\\p{C}]+)+$/u, emailError),
  z.toLowerCase(),
)
