const QUOTED = /'([^'\n]*)'|"([^"\n]*)"/g
const TEMPLATE = /`([^`]*)`/g
const EXPRESSION = /\$\{(?:[^{}]|\{[^{}]*\})*\}/
const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm
/** A property of an object or of a type: `week:`. */
const KEY = /\b([\w-]+)\??:/g

interface Source {
  readonly literals: ReadonlySet<string>
  /** Literals, and names of properties. */
  readonly words: ReadonlySet<string>
  readonly templates: readonly RegExp[]
}

/**
 * The ids that no code of `own` has, which are texts of source files. An id counts as used where it is a string literal,
 * or where a template literal (`files.${verb}_many.title`) makes it out of words that the code has: literals or names of
 * properties, of these files or of `others`; of the same file where the template begins with its expression.
 */
export function unusedMessages(ids: readonly string[], own: readonly string[], others: readonly string[]): string[] {
  const sources = own.map(read)
  const words = new Set([...sources, ...others.map(read)].flatMap((source) => [...source.words]))
  return ids.filter((id) => !sources.some((source) => uses(source, id, words)))
}

function uses({ literals, templates }: Source, id: string, words: ReadonlySet<string>): boolean {
  if (literals.has(id)) return true
  return templates.some((template) => {
    const parts = template.exec(id)?.slice(1)
    if (!parts) return false
    const known = template.source.startsWith('^(') ? literals : words
    return parts.every((part) => known.has(part))
  })
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

function read(text: string): Source {
  const code = text.replaceAll(COMMENT, '')
  const templates = [...code.matchAll(TEMPLATE)].map(([, template = '']) => template)
  const literals = new Set([
    ...[...code.matchAll(QUOTED)].map(([, single, double]) => single ?? double ?? ''),
    ...templates.filter((template) => !template.includes('${')),
  ])
  return {
    literals,
    words: new Set([...literals, ...[...code.matchAll(KEY)].map(([, key = '']) => key)]),
    templates: templates.flatMap((template) => {
      const parts = template.split(EXPRESSION)
      // Without a dot it makes no id, and with nothing but dots it would make all of them.
      const isId = parts.length > 1 && parts.some((part) => /\.[\w]|\w\./.test(part))
      return isId ? new RegExp(`^${parts.map(escaped).join('([\\w.-]+)')}$`) : []
    }),
  }
}
