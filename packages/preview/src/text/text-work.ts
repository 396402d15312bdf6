import { createLowlight } from 'lowlight'
import type { Token } from 'marked'
import { languages } from './languages.ts'
import { parseMarkdown } from './parse-markdown.ts'

/** A text to colour or to parse. */
export type TextWork =
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | { readonly kind: 'markdown'; readonly text: string }

export type CodeTree = ReturnType<ReturnType<typeof createLowlight>['highlight']>

interface Results {
  readonly code: CodeTree
  readonly markdown: readonly Token[]
}
export type TextResult<W extends TextWork> = Results[W['kind']]

/** The page makes elements of the parts; with more of them it would not react for a while. */
const MAX_PARTS = 50_000
/** Nested parts of a document repeat its text. */
const MAX_CHARACTERS = 4_000_000

/** Colours or parses a text, which takes minutes for some; null where it is to be shown as it is. */
export function runTextWork(work: TextWork): TextResult<TextWork> | null {
  const result = work.kind === 'code' ? highlight(work.text, work.language) : parseMarkdown(work.text)
  return result && isSmall(result) ? result : null
}

function highlight(text: string, language: string): CodeTree | null {
  const definition = languages[language]
  return definition ? createLowlight({ [language]: definition }).highlight(language, text) : null
}

function isSmall(result: object): boolean {
  const open: object[] = [result]
  let parts = 0
  let characters = 0
  for (let next = open.pop(); next; next = open.pop()) {
    if ('type' in next) parts += 1
    for (const value of Object.values(next) as unknown[])
      if (typeof value === 'string') characters += value.length
      else if (typeof value === 'object' && value !== null) open.push(value)
    if (parts > MAX_PARTS || characters > MAX_CHARACTERS) return false
  }
  return true
}
