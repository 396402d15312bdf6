import * as z from '@holdall/schema'

const emailError = 'Enter a valid e-mail address.'

/** Whether mail servers find the domain as it is written: what looks it up replaces other forms of its characters. */
function hasPlainDomain(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@'))
  return domain === domain.normalize('NFKC').toLowerCase()
}

/**
 * One e-mail address, in lower case. Refuses characters that begin a display name, a list, a group or a comment in RFC
 * 5322, and in the domain those that are another way to write it: one address is one account, and one for all limits.
 */
export const Email = z.string().check(
  // The length is checked first and ends the checks, so that no pattern runs on a long text.
  z.maxLength(255, { error: emailError, abort: true }),
  z.trim(),
  z.regex(
    /^[^\s@<>(),;:"[\]\\\p{C}]+@[^\s@.<>(),;:"[\]\\\p{C}\p{DI}。]+(?:\.[^\s@.<>(),;:"[\]\\\p{C}\p{DI}。]+)+$/u,
    emailError,
  ),
  z.toLowerCase(),
  z.refine(hasPlainDomain, emailError),
)
