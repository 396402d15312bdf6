/** Text of a line or table cell without Markdown: list marks, escapes, code and bold marks, kinds of apostrophes. */
export const withoutMarkdown = (text) =>
  text
    .replace(/^\s*- /, '')
    .replaceAll(/\\|`|\*\*/g, '')
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The cells of a row of a Markdown table. */
export const cellsOf = (row) => row.split(/(?<!\\)\|/).slice(1, -1)

export const isTableRule = (line) => /^\s*\|[\s:|-]+\|?\s*$/.test(line ?? '')

const isLabel = (line, next) => line.startsWith('#') || isTableRule(next) || /^(?:- )?\*\*[^*]+\*\*$/.test(line)

/** Section number -> its lines and table cells, with the characters that are quoted. The introduction is in section 1. */
function textsBySection(specification) {
  const sections = new Map()
  const lines = specification.split('\n')
  let section = '1'
  for (const [index, line] of lines.entries()) {
    section = /^## (\d+)\. /.exec(line)?.[1] ?? section
    if (isTableRule(line)) continue
    const texts = (line.startsWith('|') ? cellsOf(line) : [line]).map(withoutMarkdown).filter((text) => text !== '')
    if (!sections.has(section)) sections.set(section, [])
    for (const text of texts)
      sections
        .get(section)
        .push({ text, isLabel: isLabel(line, lines[index + 1]), quoted: Array.from(text, () => false) })
  }
  return sections
}

const isWord = (character) => /[\p{L}\p{N}_]/u.test(character ?? '')

/** Where the texts have the piece as whole words, at or after `from`. */
function* occurrences(texts, piece, from) {
  for (let index = from.index; index < texts.length; index++) {
    const { text } = texts[index]
    let at = text.indexOf(piece, index === from.index ? from.end : 0)
    for (; at !== -1; at = text.indexOf(piece, at + 1)) {
      const end = at + piece.length
      const cutsWord = (isWord(text[at - 1]) && isWord(piece[0])) || (isWord(piece.at(-1)) && isWord(text[end]))
      if (!cutsWord) yield { index, at, end }
    }
  }
}

/** Marks the pieces of a quotation, one behind the other. The first piece that the texts do not have; null where they have all. */
function quoteIn(texts, quotation) {
  let from = { index: 0, end: 0 }
  for (const piece of withoutMarkdown(quotation).split(' … ')) {
    const found = [...occurrences(texts, piece, from)]
    const isNew = ({ index, at, end }) => !texts[index].quoted.slice(at, end).includes(true)
    const place = found.find(isNew) ?? found[0]
    if (place === undefined) return piece
    texts[place.index].quoted.fill(true, place.at, place.end)
    from = place
  }
  return null
}

/**
 * Compares quotations with the specification. `rows` are pairs of an id and a quotation of the section that the id
 * begins with, `others` quotations of any section. Pieces of a quotation are joined by " … ", in the order of the
 * specification. All of it has to be quoted, except headings and the words between quotations.
 */
export function quotationProblems({ specification, rows, others }) {
  const sections = textsBySection(specification)
  const problems = []
  for (const [id, quotation] of rows) {
    const piece = quoteIn(sections.get(id.split('.')[0]) ?? [], quotation)
    if (piece !== null) problems.push(`${id} of docs/spec-rows.md is not in its section of the specification: ${piece}`)
  }
  const all = [...sections.values()].flat()
  for (const quotation of others) {
    const piece = quoteIn(all, quotation)
    if (piece !== null) problems.push(`docs/spec-rows.md quotes what the specification does not have: ${piece}`)
  }
  for (const { text, isLabel: isHeading, quoted } of all) {
    const rest = Array.from(text, (character, index) => (quoted[index] ? ' ' : character)).join('')
    const words = rest.match(/[\p{L}\p{N}_]+/gu) ?? []
    if (!isHeading && words.some((word) => word !== 'and' && word !== 'or'))
      problems.push(`No row of docs/spec-rows.md quotes ${rest.trim().replaceAll(/\s+/g, ' ')}`)
  }
  return problems
}
