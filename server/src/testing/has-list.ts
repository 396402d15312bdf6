import type * as z from 'zod/mini'

type Schema = z.core.$ZodType

const parts = ['innerType', 'in', 'out', 'left', 'right', 'options', 'shape'] as const

const isSchema = (part: unknown): part is Schema => typeof part === 'object' && part !== null && '_zod' in part

/** Whether an answer has a list of any length. */
export function hasList(schema: Schema, seen = new Set<Schema>()): boolean {
  if (seen.has(schema)) return false
  seen.add(schema)
  const { def } = schema._zod
  if (def.type === 'array' || def.type === 'record') return true
  return parts
    .map((name): unknown => Reflect.get(def, name))
    .flatMap((part): unknown[] => (typeof part === 'object' && part && !isSchema(part) ? Object.values(part) : [part]))
    .some((part) => isSchema(part) && hasList(part, seen))
}
