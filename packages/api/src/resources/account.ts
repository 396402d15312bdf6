import * as z from '@holdall/schema'
import { Email } from './email.ts'
import { OfferedPassword } from './offered-password.ts'
import { PersonName } from './text.ts'
import { unitsAtMost } from './units-at-most.ts'

/** In a file of its own, because sign-in needs nothing else of this one. */
export { OfferedPassword }

export const NewPassword = z
  .string()
  .check(
    z.minLength(8, 'Use at least 8 characters.'),
    unitsAtMost(256),
    z.maxLength(256, 'Use at most 256 characters.'),
  )

const isRepeated = (form: { readonly password: string; readonly password_confirmation: string }) =>
  form.password === form.password_confirmation
const differ = { message: 'The passwords differ.', path: ['password_confirmation'] }

/** Fields of a new account, for sign-up and for the first owner. */
export const NewAccount = z
  .object({
    name: PersonName,
    email: Email,
    password: NewPassword,
    password_confirmation: z.string().check(unitsAtMost(256), z.maxLength(256)),
  })
  .check(z.refine(isRepeated, differ))

/** A new password of an account that has one. */
export const PasswordChange = z
  .object({
    current: OfferedPassword,
    password: NewPassword,
    password_confirmation: z.string().check(unitsAtMost(256), z.maxLength(256)),
  })
  .check(z.refine(isRepeated, differ))

/** What the link of a mail for a new password contains: its token, and the address that it was sent to. */
const recoveryLink = { token: z.string().check(z.minLength(1), z.maxLength(128)), email: Email }
export const RecoveryLink = z.object(recoveryLink)

export const PasswordReset = z
  .object({
    ...recoveryLink,
    password: NewPassword,
    password_confirmation: z.string().check(unitsAtMost(256), z.maxLength(256)),
    /** Also ends API tokens, passkeys, linked sign-ins and links that allow editing. */
    end_access: z.optional(z.boolean()),
  })
  .check(z.refine(isRepeated, differ))
