import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod/mini'

const Choice = z.object({
  /** Absent: the built-in version. */
  use: z.optional(z.string()),
  /** The version in use before, for a rollback. */
  previous: z.optional(z.string()),
  disabled: z.optional(z.boolean()),
})
export type Choice = z.infer<typeof Choice>

/** What the operator chose, by section id. */
export type Choices = Readonly<Record<string, Choice>>
/** Without a prototype, because a section may be called `constructor`. */
const own = (choices: Choices): Choices => Object.assign(Object.create(null) as Choices, choices)
export const noChoices = own({})
const ChoicesFile = z.record(z.string(), Choice)

export type ReadChoices =
  | { readonly kind: 'read'; readonly choices: Choices }
  | { readonly kind: 'unreadable'; readonly reason: string }

/** Without a file there are no choices. */
export function readChoices(path: string): ReadChoices {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { kind: 'read', choices: noChoices }
    return { kind: 'unreadable', reason: `${path} cannot be read: ${(error as Error).message}.` }
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { kind: 'unreadable', reason: `${path} is not valid JSON.` }
  }
  const parsed = ChoicesFile.safeParse(json)
  if (parsed.success) return { kind: 'read', choices: own(parsed.data) }
  const issue = parsed.error.issues[0]
  return {
    kind: 'unreadable',
    reason: `${path} is wrong at "${issue?.path.join('.') ?? ''}": ${issue?.message ?? ''}.`,
  }
}

/** Replaces the file atomically. */
export function writeChoices(path: string, choices: Choices): void {
  mkdirSync(dirname(path), { recursive: true })
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    writeFileSync(temporary, `${JSON.stringify(choices, null, 2)}\n`, { flush: true })
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
