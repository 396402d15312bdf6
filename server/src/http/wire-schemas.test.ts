import { createContext, runInContext } from 'node:vm'
import type { Endpoint } from '@holdall/api'
import { endpoints } from '@holdall/api/table'
import fc from 'fast-check'
import * as z from 'zod/mini'

const LONG = 500_000
/** Work that grows with the square of the length takes minutes to hours, and is ended. */
const END_AFTER_MS = 120_000

/** Of texts, which endpoints share: those of the endpoints before. */
const examined = new Set<z.core.$ZodType>()

/** Every form that the schema accepts, with a text wherever one may be, made by `textFor`. */
function filled(schema: z.core.$ZodType, textFor: (leaf: z.core.$ZodType) => string): unknown[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return filled(def.innerType, textFor)
    case 'pipe':
      return filled(def.in, textFor)
    case 'union':
      return def.options.flatMap((option) => filled(option, textFor))
    case 'array':
      return filled(def.element, textFor).map((value) => [value])
    case 'intersection': {
      const rights = filled(def.right, textFor) as object[]
      return (filled(def.left, textFor) as object[]).flatMap((left) => rights.map((right) => ({ ...left, ...right })))
    }
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, field]) => [name, filled(field, textFor)] as const)
      const forms = Math.max(1, ...fields.map(([, values]) => values.length))
      return Array.from({ length: forms }, (_, i) =>
        Object.fromEntries(fields.map(([name, values]) => [name, values[i % values.length]])),
      )
    }
    case 'literal':
      return def.values.slice(0, 1)
    case 'boolean':
      return [true]
    case 'string':
    case 'enum':
    case 'number':
      return [textFor(schema)]
    default:
      throw new Error(`this test cannot fill a schema of type ${def.type}`)
  }
}

interface Shape {
  readonly head: string
  readonly unit: string
  readonly tail: string
}

const shape = (head: string, unit: string, tail: string): Shape => ({ head, unit, tail })

const textOf = ({ head, unit, tail }: Shape, length: number) =>
  head + unit.repeat(Math.ceil(length / unit.length)) + tail

const fixedShapes = [
  shape('a@', '.', '@'),
  shape('a@a', '.a', '@'),
  shape('', '@', ''),
  shape('', ' ', 'x'),
  shape('x', ' \u00a0', 'x'),
  shape('a@b.c', '\t', ''),
  shape('', '0', 'x'),
  shape('', '-', ''),
  shape('', 'aaaaaaaa-', ''),
  shape('1.0.0-', '0.', '!'),
  shape('', '\0', ''),
  shape('', '👩‍', ''),
  shape('👩', '\ufe0f', 'x'),
  shape('', '\u0301', 'a'),
  shape('', '\u202e', ''),
  shape('', '\ud800', ''),
]

const part = fc.string({ unit: 'binary', maxLength: 6 })
const repeated = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 })
const shapes = [
  ...fixedShapes,
  ...fc
    .sample(fc.tuple(part, repeated, part), { seed: 20_260, numRuns: 10 })
    .map(([head, unit, tail]) => shape(head, unit, tail)),
]

/** Runs synchronous work, and ends it where it would block for ever. */
function bounded(work: () => void): void {
  const context = createContext({ work })
  runInContext('work()', context, { timeout: END_AFTER_MS })
}

const schemasOf = ({ params, query, body }: Endpoint) => [params, query, body]

test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s parses hostile texts of half a megabyte',
  (_id, endpoint) => {
    const leaves = new Set<z.core.$ZodType>()
    const check = (hostile: Shape) => {
      const long = textOf(hostile, LONG)
      const textFor = (leaf: z.core.$ZodType) => {
        leaves.add(leaf)
        return examined.has(leaf) ? '' : long
      }
      for (const schema of schemasOf(endpoint)) {
        for (const value of filled(schema, textFor)) z.safeParse(schema, value)
      }
    }
    bounded(() => {
      for (const each of shapes) check(each)
    })
    for (const leaf of leaves) examined.add(leaf)
  },
  2 * END_AFTER_MS,
)
