import * as z from '@holdall/schema'
import { PersonName } from './text.ts'

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
export const NewPassword = z
  .string()
  .check(z.minLength(8, 'Use at least 8 characters.'), z.maxLength(256, 'Use at most 256 characters.'))
/** A password to compare with a stored hash. Only its length is bounded, before it is hashed. */
export const OfferedPassword = z.string().check(z.minLength(1), z.maxLength(256))

const isRepeated = (form: { readonly password: string; readonly password_confirmation: string }) =>
  form.password === form.password_confirmation
const differ = { message: 'The passwords differ.', path: ['password_confirmation'] }

/** Fields of a new account, for sign-up and for the first owner. */
export const NewAccount = z
  .object({
    name: PersonName,
    email: Email,
    password: NewPassword,
    password_confirmation: z.string().check(z.maxLength(256)),
  })
  .check(z.refine(isRepeated, differ))

/** A new password of an account that has one. */
export const PasswordChange = z
  .object({
    current: OfferedPassword,
    password: NewPassword,
    password_confirmation: z.string().check(z.maxLength(256)),
  })
  .check(z.refine(isRepeated, differ))
