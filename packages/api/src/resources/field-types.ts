import * as z from '@holdall/schema'

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

/** The order of a listing; `created_at` DESC is the default. */
export const SortQuery = z.object({
  sort: z.optional(z.enum(['name', 'created_at', 'size'])),
  direction: z.optional(z.enum(['ASC', 'DESC'])),
})

/** Query and form fields arrive as text. */
export const IntText = z.pipe(
  z.union([z.string().check(z.regex(/^\d{1,15}$/)), z.int().check(z.nonnegative())]),
  z.transform((v) => Number(v)),
)
export const BoolText = z.pipe(
  z.union([z.boolean(), z.enum(['0', '1', 'true', 'false'])]),
  z.transform((v) => v === true || v === '1' || v === 'true'),
)
