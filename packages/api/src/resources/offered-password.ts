import * as z from '@holdall/schema'

/** A password to compare with a stored hash. Only its length is bounded, before it is hashed. */
export const OfferedPassword = z.string().check(z.minLength(1), z.maxLength(256))
