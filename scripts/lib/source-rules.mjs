import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { isTest, sourceFiles } from './source-files.mjs'

const read = (folder, file) => readFileSync(join(folder, file), 'utf8')

/** Files with database queries that are neither a `…store.ts` nor below one of `folders`. */
export function strayQueries(folder, folders) {
  const isStore = (file) => file.endsWith('store.ts') || folders.some((each) => file.startsWith(`${each}/`))
  const query = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(|\bsql(<[^`]*>)?`/
  return sourceFiles(folder).filter((file) => !isTest(file) && !isStore(file) && query.test(read(folder, file)))
}

/** Files of more than `maxLines` lines, tests included. */
export function longFiles(folder, maxLines) {
  return sourceFiles(folder)
    .map((file) => ({ file, lines: read(folder, file).trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > maxLines)
}

const EXPORT =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm

/** Words of a name: `create`, `http`, `server` for `createHTTPServer` and for `create-http-server.ts`. */
function wordsOf(name) {
  return name
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .toLowerCase()
    .split(/[^a-z]+/)
}

/**
 * Paths of files and names of exports in which one of `words` is a whole word: `isLate` has `late`, `template` does
 * not.
 */
export function unclearNames(folder, words) {
  return sourceFiles(folder).flatMap((file) =>
    [file, ...[...read(folder, file).matchAll(EXPORT)].map(([, name]) => name)]
      .filter((name) => wordsOf(name).some((word) => words.includes(word)))
      .map((name) => ({ file, name })),
  )
}

const SECRET_WORDS = [
  'token',
  'secret',
  'hash',
  'digest',
  'signature',
  'mac',
  'hmac',
  'otp',
  'totp',
  'code',
  'password',
]
const COMPARISONS = ['===', '!==', '==', '!=']

/** The last name of an expression, `token` for `share?.token`; null for literals, constants and calls. */
function comparedName(node) {
  switch (node.type) {
    case 'Identifier':
      return /^[A-Z\d_]+$/.test(node.value) || node.value === 'undefined' ? null : node.value
    case 'MemberExpression':
      return comparedName(node.property)
    case 'OptionalChainingExpression':
      return comparedName(node.base)
    case 'ParenthesisExpression':
    case 'TsNonNullExpression':
    case 'TsAsExpression':
      return comparedName(node.expression)
    case 'BinaryExpression':
      return node.operator === '??' ? comparedName(node.left) : null
    default:
      return null
  }
}

const isConstant = (node) => {
  if (node.type === 'UnaryExpression') return isConstant(node.argument) || node.operator === 'typeof'
  return node.type.endsWith('Literal') || (node.type === 'Identifier' && comparedName(node) === null)
}
const isCodeOfError = (node) => node.type === 'MemberExpression' && comparedName(node.object) === 'error'

/**
 * Comparisons of secrets, found by their names, by an operator whose time depends on how much of both is equal:
 * `timingSafeEqual` compares them. One with a constant compares no secret. Tests are left out.
 */
export function insecureComparisons(folder) {
  const found = []
  for (const file of sourceFiles(folder)) {
    const text = read(folder, file)
    if (isTest(file) || !SECRET_WORDS.some((word) => text.toLowerCase().includes(word))) continue
    const visit = (node) => {
      if (typeof node !== 'object' || node === null) return
      if (node.type === 'BinaryExpression' && COMPARISONS.includes(node.operator)) {
        const operands = [node.left, node.right]
        const names = operands.map(comparedName).filter((name) => name !== null)
        const name = names.find((each) => SECRET_WORDS.includes(wordsOf(each).at(-1)))
        if (name !== undefined && !operands.some((each) => isConstant(each) || isCodeOfError(each)))
          found.push({ file, name })
      }
      for (const child of Object.values(node)) visit(child)
    }
    visit(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2023' }))
  }
  return found
}
