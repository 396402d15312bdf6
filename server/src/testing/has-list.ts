import type * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** Whether an answer has a list of any length. */
export function hasList(schema: Schema, seen = new Set<Schema>()): boolean {
  if (seen.has(schema)) return false
  seen.add(schema)
  const def = schema._zod.def as unknown as Record<string, unknown> & { readonly type: string }
  if (def.type === 'array' || def.type === 'record') return true
  const inner = [def['innerType'], def['in'], def['out'], def['left'], def['right'], def['options'], def['shape']]
  return inner
    .flatMap((part) => (part && typeof part === 'object' && !('_zod' in part) ? Object.values(part) : [part]))
    .some((part) => part !== undefined && part !== null && hasList(part as Schema, seen))
}
