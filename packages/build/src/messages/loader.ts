import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { LoaderContext } from 'webpack'
import { compileMessages } from './compile.ts'

/**
 * webpack loader: compiles ICU text to the parsed form that react-intl accepts. Messages that a locale lacks are taken
 * from en-US here, so that a page never fetches two message files.
 */
export default function messagesLoader(this: LoaderContext<unknown>, source: string): string {
  const english = join(dirname(this.resourcePath), 'en-US.json')
  if (this.resourcePath === english) return JSON.stringify(compileMessages(source))
  this.addDependency(english)
  return JSON.stringify({ ...compileMessages(readFileSync(english, 'utf8')), ...compileMessages(source) })
}
