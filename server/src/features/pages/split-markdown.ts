/** Longer pieces are ended at the next line: the library takes quadratic time for some texts. */
const MAX_PIECE_LENGTH = 2000

export interface MarkdownPiece {
  readonly text: string
  /** A line that is too long to be parsed. */
  readonly isPlain: boolean
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/
const INDENTED = /^(?: {2,}|\t)\S/

/**
 * A text in pieces that can be parsed each for itself: at empty lines, except in code and between items of a list. Each
 * line is looked at once.
 */
export function splitMarkdown(text: string): MarkdownPiece[] {
  const pieces: MarkdownPiece[] = []
  let lines: string[] = []
  let length = 0
  let fence: string | null = null
  const end = () => {
    const piece = lines.join('\n')
    if (piece.trim() !== '') pieces.push({ text: piece, isPlain: false })
    lines = []
    length = 0
  }
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.length > MAX_PIECE_LENGTH) {
      end()
      fence = null
      pieces.push({ text: line, isPlain: true })
      continue
    }
    const isFirst = lines.length === 0
    if (length + line.length > MAX_PIECE_LENGTH) {
      end()
      // The rest of the code is code too.
      if (fence !== null) lines.push(fence)
    } else if (!isFirst && fence === null && lines.at(-1)?.trim() === '' && line.trim() !== '') {
      const isInList = LIST_ITEM.test(lines[0] ?? '') && (LIST_ITEM.test(line) || INDENTED.test(line))
      if (!isInList) end()
    }
    const marker = FENCE.exec(line)?.[1]
    if (fence !== null) {
      if (marker?.startsWith(fence) && line.trim() === marker) fence = null
    } else if (marker !== undefined) fence = marker
    lines.push(line)
    length += line.length + 1
  }
  end()
  return pieces
}
