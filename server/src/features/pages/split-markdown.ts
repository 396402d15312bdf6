/** Longer pieces are ended at the next line: the library takes quadratic time for some texts. */
const MAX_PIECE_LENGTH = 2000

export interface MarkdownPiece {
  readonly text: string
  /** A line that is too long, or nested too deeply, to be parsed. */
  readonly isPlain: boolean
}

/** As the library reads them, so that both agree on what is code. */
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
const FENCE_END = /^ {0,3}([`~]{3,}) *$/
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/
const INDENTED = /^(?: {2,}|\t)\S/

/**
 * Lists and quotations in each other. The library reads each further line once for every level, and compares it with all
 * lines before.
 */
const MAX_NESTING = 8
const NESTING = /^[\s>*+\-\d.)]*/
const CONTAINER = />|[-*+](?=\s|$)|\d[.)](?=\s|$)/g
const RULE = /^([-*])(?:\s*\1)+$/
/** Four, though two would do: what people write is usually indented by that. */
const INDENT_PER_LEVEL = 4

function isNestedTooDeeply(line: string): boolean {
  const start = NESTING.exec(line)?.[0] ?? ''
  const levels = start.match(CONTAINER)?.length ?? 0
  if (levels === 0) return false
  const indent = line.length - line.trimStart().length
  return levels + Math.floor(indent / INDENT_PER_LEVEL) > MAX_NESTING && !RULE.test(line.trim())
}

/** One after the other: splitting a long text at once would take longer than all that is done with a piece. */
function* linesOf(text: string): Generator<string> {
  const ends = /\r\n|\r|\n/g
  let start = 0
  for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
    yield text.slice(start, end.index)
    start = ends.lastIndex
  }
  yield text.slice(start)
}

/**
 * A text in pieces that can be parsed each for itself: at empty lines, except in code and between items of a list. Each
 * line is looked at once, and a piece has a bounded length, so that whoever pauses between two blocks nothing. Some pieces
 * have empty lines only.
 */
export function* splitMarkdown(text: string): Generator<MarkdownPiece> {
  let lines: string[] = []
  let length = 0
  let fence: string | null = null
  /** Whether the piece begins with the code, so that there is no doubt that it is code. */
  let isFenceFirst = false
  const end = (): MarkdownPiece => {
    const piece = { text: lines.join('\n'), isPlain: false }
    lines = []
    length = 0
    return piece
  }
  for (const line of linesOf(text)) {
    const isTooDeep = isNestedTooDeeply(line)
    if (line.length > MAX_PIECE_LENGTH || (isTooDeep && fence === null)) {
      yield end()
      fence = null
      yield { text: line, isPlain: true }
      continue
    }
    const isFirst = lines.length === 0
    if (length + line.length > MAX_PIECE_LENGTH || (isTooDeep && !isFenceFirst)) {
      yield end()
      // The rest of the code is code too.
      if (fence !== null) lines.push(fence)
      isFenceFirst = true
    } else if (!isFirst && fence === null && lines.at(-1)?.trim() === '' && line.trim() !== '') {
      const isInList = LIST_ITEM.test(lines[0] ?? '') && (LIST_ITEM.test(line) || INDENTED.test(line))
      if (!isInList) yield end()
    }
    if (fence === null) {
      fence = FENCE.exec(line)?.[1] ?? null
      isFenceFirst = lines.length === 0
    } else if (FENCE_END.exec(line)?.[1]?.startsWith(fence)) fence = null
    lines.push(line)
    length += line.length + 1
  }
  yield end()
}
