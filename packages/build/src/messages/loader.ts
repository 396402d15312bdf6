import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { LoaderContext } from 'webpack'
import { compileMessages } from './compile.ts'

/**
 * webpack loader: ICU text in, the parsed form that react-intl takes as it is out. What a locale does not translate
 * yet is filled in from en-US here, so that a page fetches one file of messages and never two.
 */
export default function messagesLoader(this: LoaderContext<unknown>, source: string): string {
  const english = join(dirname(this.resourcePath), 'en-US.json')
  if (this.resourcePath === english) return JSON.stringify(compileMessages(source))
  this.addDependency(english)
  return JSON.stringify({ ...compileMessages(readFileSync(english, 'utf8')), ...compileMessages(source) })
}
