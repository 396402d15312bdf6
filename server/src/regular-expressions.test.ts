import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Expression, parseSync } from '@swc/core'
import { check, type Diagnostics } from 'recheck'

const root = join(import.meta.dirname, '../..')

interface Pattern {
  readonly at: string
  readonly source: string
  readonly flags: string
}

/** Patterns that are built at run time are checked with a letter in place of each value. */
function textOf(expression: Expression | undefined): string | null {
  if (expression?.type === 'StringLiteral') return expression.value
  if (expression?.type !== 'TemplateLiteral') return null
  return expression.quasis.map(({ cooked }) => cooked ?? '').join('a')
}

/** Every regular expression of a program, literals and `RegExp(…)` alike. */
function patternsOf(file: string): Pattern[] {
  const at = relative(root, file)
  const found: Pattern[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, callee } = node as { type?: string; callee?: Expression }
    if (type === 'RegExpLiteral') {
      const { pattern, flags } = node as { pattern: string; flags: string }
      found.push({ at, source: pattern, flags })
    }
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.type === 'Identifier') {
      const args = (node as { arguments?: { expression: Expression }[] }).arguments ?? []
      if (callee.value === 'RegExp' && args[0]?.expression.type !== 'RegExpLiteral') {
        const source = textOf(args[0]?.expression)
        if (source === null)
          throw new Error(`${at}: the source of a RegExp has to be a literal, so that it can be checked`)
        found.push({ at, source, flags: textOf(args[1]?.expression) ?? '' })
      }
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2023' }))
  return found
}

/** Code that processes text from users. `packages/build` sees the project's own sources only. */
const sources = (...folders: string[]) =>
  globSync(
    folders.map((folder) => join(root, folder, '**/*.{ts,tsx}')),
    { exclude: (path) => /[/\\](node_modules|dist|testing|build|fuzz)$|\.(test|spec)\.tsx?$/.test(path) },
  )

/** With unlimited repetitions in place of limited ones, which take no more time. */
const unlimited = (source: string) => source.replace(/(?<!\\)\{(\d{1,3}),\d{1,4}\}/g, '{$1,}')

/**
 * An automaton is analyzed within milliseconds, but one for thousands of repetitions is too large for that: then random
 * texts are tried, for seconds.
 */
async function examined(source: string, flags: string): Promise<Diagnostics> {
  const options = { maxNFASize: MAX_AUTOMATON_SIZE, ...withoutTimeLimits }
  const result = await check(unlimited(source), flags, options)
  return result.status === 'safe' ? result : check(source, flags, options)
}
const MAX_AUTOMATON_SIZE = 8000
/** A slow machine decides no pattern differently. */
const withoutTimeLimits = { timeout: null, attackTimeout: null, incubationTimeout: null }

test('no regular expression takes more than linear time', async () => {
  const patterns = sources('server/src', 'packages/*/src', 'shell/src', 'mf-*/src').flatMap(patternsOf)
  expect(patterns.length).toBeGreaterThan(50)
  const places = new Map<string, Set<string>>()
  for (const { at, source, flags } of patterns) {
    const text = `/${source}/${flags}`
    places.set(text, (places.get(text) ?? new Set()).add(at))
  }
  const unsafe: string[] = []
  for (const [text, at] of places) {
    const end = text.lastIndexOf('/')
    const result = await examined(text.slice(1, end), text.slice(end + 1))
    if (result.status === 'safe') continue
    const reason = result.status === 'vulnerable' ? result.complexity.summary : 'not decided'
    unsafe.push(`${[...at].join(', ')}: ${text} is ${reason}`)
  }
  expect(unsafe).toEqual([])
})
