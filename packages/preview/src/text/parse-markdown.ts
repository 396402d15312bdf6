import { Lexer, type Token } from 'marked'

/** Each level of a quotation is parsed again, so that deep ones take very long. */
const DEEP_QUOTATION = /^(?:[ \t]*>){60}/m

/** The tokens of a document; null where it is nested too deeply to be parsed. */
export function parseMarkdown(text: string): readonly Token[] | null {
  if (DEEP_QUOTATION.test(text)) return null
  try {
    return new Lexer({ gfm: true }).lex(text)
  } catch {
    return null
  }
}
