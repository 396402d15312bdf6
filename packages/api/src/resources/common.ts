import * as z from 'zod/mini'
import { PersonName } from './text.ts'

/** UUIDv7 in practice; any uuid parses, so that an unknown id is "not found" and not a validation error. */
export const Id = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i), z.toLowerCase())
/** ISO 8601 in UTC. */
export const Instant = z.string()
/** Bytes. */
export const Bytes = z.int().check(z.nonnegative())
export const IdOrAll = z.union([z.literal('all'), Id])

export const Role = z.enum(['admin', 'user'])
export type Role = z.infer<typeof Role>

/** `{data: {id, type, attributes, …}}`, the shape of every resource. */
export const one = <T extends z.core.$ZodType>(data: T) => z.object({ data })

export const Paginate = z.object({
  currentPage: z.int(),
  lastPage: z.int(),
  perPage: z.int(),
  from: z.nullable(z.int()),
  to: z.nullable(z.int()),
  total: z.int(),
})
export type Paginate = z.infer<typeof Paginate>

/** Query and form fields arrive as text. */
export const IntText = z.pipe(
  z.union([z.string().check(z.regex(/^\d{1,15}$/)), z.int().check(z.nonnegative())]),
  z.transform((v) => Number(v)),
)
export const BoolText = z.pipe(
  z.union([z.boolean(), z.enum(['0', '1', 'true', 'false'])]),
  z.transform((v) => v === true || v === '1' || v === 'true'),
)

const emailError = 'Enter a valid e-mail address.'
/** One address. What mail software reads as a display name, a list, a group or a comment is refused. */
export const Email = z.string().check(
  // The length first, and alone: no pattern sees a text of any size.
  z.maxLength(255, { error: emailError, abort: true }),
  z.trim(),
  z.regex(/^[^\s@<>(),;:"[\]\\\p{C}]+@[^\s@.<>(),;:"[\]\\\p{C}]+(?:\.[^\s@.<>(),;:"[\]\\\p{C}]+)+$/u, emailError),
  z.toLowerCase(),
)
export const NewPassword = z
  .string()
  .check(z.minLength(8, 'Use at least 8 characters.'), z.maxLength(256, 'Use at most 256 characters.'))
/** A password offered as proof: bounded before it is hashed, otherwise free. */
export const OfferedPassword = z.string().check(z.minLength(1), z.maxLength(256))

/** Who is to be: the same for a sign-up and for the first owner. */
export const NewAccount = z
  .object({
    name: PersonName,
    email: Email,
    password: NewPassword,
    password_confirmation: z.string().check(z.maxLength(256)),
  })
  .check(
    z.refine((account) => account.password === account.password_confirmation, {
      message: 'The passwords differ.',
      path: ['password_confirmation'],
    }),
  )
