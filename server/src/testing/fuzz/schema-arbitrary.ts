import fc, { type Arbitrary } from 'fast-check'
import type * as z from 'zod/mini'

/** `REF_folder_` and the like are replaced by ids of the test data when the request is sent. */
const ids = [
  'REF_folder_',
  'REF_file_',
  'REF_nested_',
  'REF_trashed_',
  'REF_foreign_',
  'REF_team_',
  'REF_inner_',
  'REF_teamfile_',
  'all',
  'null',
  '',
]
const tokens = ['REF_token_', 'REF_locked_', 'REF_filetoken_', 'REF_foreigntoken_', 'REF_teamtoken_', 'x'.repeat(22)]
const uploads = ['REF_upload_', 'fuzz-upload-1', 'fuzz-upload-2']

/** Values that no schema expects, for any field. */
export const hostileValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    1e308,
    Number.MAX_SAFE_INTEGER + 2,
    {},
    [],
    [[]],
    { toString: 1 },
    { length: 1e9 },
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\u202eexe',
    '\u200d\u200f',
    'a\r\nBcc: x@evil.example',
    '../../etc/passwd',
    '..',
    '%00',
    '__proto__',
    "';--",
    '<!---->'.repeat(40) + 'x',
    `a@${'.'.repeat(5000)}@`,
    `a@${'a.'.repeat(3000)}`,
    ' '.repeat(20_000) + 'x',
    'x'.repeat(100_000),
    '👩‍👩‍👧‍👧'.repeat(50),
    '9'.repeat(400),
    '-0',
    '1e999',
    'NaN',
  ),
  fc.constant(JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":1}}') as unknown),
  fc.integer({ min: 2, max: 2000 }).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.jsonValue({ maxDepth: 3 }),
)

interface Bounds {
  readonly min: number
  readonly max: number
  readonly patterns: readonly RegExp[]
}

function boundsOf(schema: z.core.$ZodType): Bounds {
  let [min, max] = [0, 64]
  const patterns: RegExp[] = []
  for (const check of (schema._zod.def as { checks?: readonly z.core.$ZodCheck[] }).checks ?? []) {
    const def = check._zod.def as { minimum?: number; maximum?: number; pattern?: RegExp }
    min = Math.max(min, def.minimum ?? 0)
    max = def.maximum ?? max
    if (def.pattern) patterns.push(def.pattern)
  }
  return { min, max: Math.max(min, Math.min(max, 300)), patterns }
}

const matching = new Map<string, Arbitrary<string>>()

/** One for each pattern: fast-check makes a map of all of Unicode for each that is new. */
function textMatching({ source, flags }: RegExp): Arbitrary<string> {
  const pattern = new RegExp(source, flags.replace(/[gi]/g, ''))
  const known = matching.get(String(pattern)) ?? fc.stringMatching(pattern)
  matching.set(String(pattern), known)
  return known
}

function textOf(schema: z.core.$ZodType, key: string): Arbitrary<string> {
  if (/token/.test(key)) return fc.constantFrom(...tokens)
  if (key === 'upload_id') return fc.constantFrom(...uploads)
  if (key === 'email') return fc.oneof(fc.constantFrom('REF_email_', 'new@example.com'), fc.emailAddress())
  if (key === 'password' || key === 'password_confirmation') return fc.constantFrom('sesame-open', 'REF_password_')
  const { min, max, patterns } = boundsOf(schema)
  const [pattern] = patterns
  if (pattern?.source.includes('{8}-[0-9a-f]{4}')) return fc.oneof(fc.constantFrom(...ids), fc.uuid())
  const free = fc.string({ unit: 'grapheme', minLength: min, maxLength: max })
  if (!pattern) return fc.oneof(free, fc.constantFrom('a', 'b', 'report.pdf', 'Ünïcödé 文件'))
  try {
    return fc.oneof(free, textMatching(pattern))
  } catch {
    return free
  }
}

/** Values that the schema accepts, or nearly: the bounds of text are kept, its refinements are not. */
export function arbitraryOf(schema: z.core.$ZodType, key = ''): Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
      return fc.option(arbitraryOf(def.innerType, key), { nil: undefined })
    case 'nullable':
      return fc.option(arbitraryOf(def.innerType, key), { nil: null })
    case 'default':
      return arbitraryOf(def.innerType, key)
    case 'pipe':
      return arbitraryOf(def.in, key)
    case 'union':
      return fc.oneof(...def.options.map((option) => arbitraryOf(option, key)))
    case 'intersection':
      return fc
        .tuple(arbitraryOf(def.left, key), arbitraryOf(def.right, key))
        .map(([left, right]) => ({ ...(left as object), ...(right as object) }))
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, arbitraryOf(field, name)])),
      )
    case 'array':
      return fc.array(arbitraryOf(def.element, key), { maxLength: 5 })
    case 'record':
      return fc.dictionary(fc.string({ maxLength: 10 }), arbitraryOf(def.valueType, key), { maxKeys: 4 })
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'boolean':
      return fc.boolean()
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.constantFrom(0, 1, 24, 2 ** 31, Number.MAX_SAFE_INTEGER))
    case 'string':
      return textOf(schema, key)
    default:
      return hostileValue
  }
}
