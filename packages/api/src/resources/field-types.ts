import * as z from '@holdall/schema'

/**
 * A UUID, in lower case. The server makes UUIDv7; any version parses, so that an unknown id answers `not-found` and not
 * `validation`.
 */
export const Id = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i), z.toLowerCase())
/** ISO 8601 in UTC. */
export const Instant = z.string()
/** A number of bytes. */
export const Bytes = z.int().check(z.nonnegative())
export const IdOrAll = z.union([z.literal('all'), Id])

export const Role = z.enum(['admin', 'user'])
export type Role = z.infer<typeof Role>

/** `{data: {id, type, attributes, …}}`, the shape of every resource. */
export const one = <T extends z.core.$ZodType>(data: T) => z.object({ data })

/** `from` and `to` count entries from 1, and are null on an empty page. */
export const Paginate = z.object({
  currentPage: z.int(),
  lastPage: z.int(),
  perPage: z.int(),
  from: z.nullable(z.int()),
  to: z.nullable(z.int()),
  total: z.int(),
})
export type Paginate = z.infer<typeof Paginate>

/** The order of a listing; `created_at` DESC is the default. */
export const SortQuery = z.object({
  sort: z.optional(z.enum(['name', 'created_at', 'modified_at', 'size', 'type'])),
  direction: z.optional(z.enum(['ASC', 'DESC'])),
})

/** A whole number of at least 0. Query and form fields have it as text. */
export const IntText = z.pipe(
  z.union([z.string().check(z.regex(/^\d{1,15}$/)), z.int().check(z.nonnegative())]),
  z.transform((v) => Number(v)),
)
/** A boolean. Query and form fields have it as `0`, `1`, `true` or `false`. */
export const BoolText = z.pipe(
  z.union([z.boolean(), z.enum(['0', '1', 'true', 'false'])]),
  z.transform((v) => v === true || v === '1' || v === 'true'),
)
