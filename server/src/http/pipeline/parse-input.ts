import type { Endpoint } from '@holdall/api'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { refuse } from '../../infrastructure/errors/refusal.ts'

/** More values than any call takes: the longest list of ids has 10,000. */
const MAX_VALUES = 25_000
const MAX_DEPTH = 32
const MAX_REPORTED_ISSUES = 50

/** Whether both databases keep this text as it is: no NUL, no half of a surrogate pair. */
const isStorable = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text)

/** The parameters of the path. A malformed path is `not-found`. */
export function parseParams({ params }: Endpoint, request: FastifyRequest): unknown {
  const result = z.safeParse(params, request.params)
  if (!result.success || !Object.values(request.params as Record<string, string>).every(isStorable)) {
    throw refuse('not-found')
  }
  return result.data
}

/**
 * The path of a text in the input that the database cannot store; null when there is none. Throws `validation` for
 * input that is nested deeper or has more values than any call takes. Iterative, because the input decides the depth.
 */
function findUnstorable(input: unknown): string | null {
  const open: { readonly value: unknown; readonly path: readonly string[] }[] = [{ value: input, path: [] }]
  let found: string | null = null
  for (let seen = 0; open.length > 0; seen++) {
    const { value, path } = open.pop()!
    const keys = typeof value === 'object' && value !== null ? Object.keys(value) : []
    if (path.length >= MAX_DEPTH && keys.length > 0) {
      throw refuse('validation', { errors: { body: ['This is nested too deeply.'] } })
    }
    if (seen + open.length + keys.length > MAX_VALUES) {
      throw refuse('validation', { errors: { body: ['This has too many values.'] } })
    }
    const isWhole = typeof value === 'string' ? isStorable(value) : keys.every(isStorable)
    if (!isWhole) found = path.join('.') || 'body'
    for (const key of keys) open.push({ value: (value as Record<string, unknown>)[key], path: [...path, key] })
  }
  return found
}

/** Parses the input by the schema of its endpoint. Throws `validation` with messages by field. */
export function parseInput(schema: z.core.$ZodType, value: unknown): unknown {
  const unstorableAt = findUnstorable(value)
  const result = z.safeParse(schema, value)
  if (!result.success) {
    const errors: Record<string, string[]> = {}
    for (const issue of result.error.issues.slice(0, MAX_REPORTED_ISSUES)) {
      ;(errors[issue.path.join('.') || 'body'] ??= []).push(issue.message)
    }
    throw refuse('validation', { errors })
  }
  if (unstorableAt !== null) {
    throw refuse('validation', { errors: { [unstorableAt]: ['This holds characters that cannot be stored.'] } })
  }
  return result.data
}
