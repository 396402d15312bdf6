import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
