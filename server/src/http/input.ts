import * as z from 'zod/mini'
import { refuse } from './refusal.ts'

/** More values than any call takes: the longest list of ids has 10,000. */
const MAX_VALUES = 25_000
const MAX_DEPTH = 32
const MAX_REPORTED_ISSUES = 50

/** Whether both databases keep this text as it is: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * Refuses what no schema has to deal with: text that a database cannot keep, and input that is nested deeper or has
 * more values than any call takes. Iterative, because the input decides how deep it goes.
 */
function refuseUnstorable(input: unknown): void {
  const open: { readonly value: unknown; readonly path: readonly string[] }[] = [{ value: input, path: [] }]
  for (let seen = 0; open.length > 0; seen++) {
    const { value, path } = open.pop()!
    const refused = (sentence: string) => refuse('validation', { errors: { [path.join('.') || 'body']: [sentence] } })
    if (typeof value === 'string' && !isStorable(value)) throw refused('This holds characters that cannot be stored.')
    if (typeof value !== 'object' || value === null) continue
    if (path.length >= MAX_DEPTH) throw refuse('validation', { errors: { body: ['This is nested too deeply.'] } })
    const keys = Object.keys(value)
    if (seen + open.length + keys.length > MAX_VALUES) {
      throw refuse('validation', { errors: { body: ['This has too many values.'] } })
    }
    if (!keys.every(isStorable)) throw refused('This has a field whose name cannot be stored.')
    for (const key of keys) open.push({ value: (value as Record<string, unknown>)[key], path: [...path, key] })
  }
}

/** The input as the schema of the table reads it. Throws `validation` with messages by field. */
export function parseInput(schema: z.core.$ZodType, value: unknown): unknown {
  refuseUnstorable(value)
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const errors: Record<string, string[]> = {}
  for (const issue of result.error.issues.slice(0, MAX_REPORTED_ISSUES)) {
    ;(errors[issue.path.join('.') || 'body'] ??= []).push(issue.message)
  }
  throw refuse('validation', { errors })
}
