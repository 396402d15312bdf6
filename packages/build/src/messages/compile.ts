import { parse, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'

export type CompiledMessages = Record<string, MessageFormatElement[]>

/** Parses a flat `{id: ICU text}` file. Throws with the id of the first invalid message. */
export function compileMessages(source: string): CompiledMessages {
  const messages = readMessages(source)
  return Object.fromEntries(
    Object.entries(messages).map(([id, text]) => {
      try {
        return [id, parse(text)]
      } catch (cause) {
        throw new Error(`Message "${id}" is not valid ICU text: ${(cause as Error).message}`, { cause })
      }
    }),
  )
}

/** Reads a flat `{id: text}` file. Throws when it has another shape. */
export function readMessages(source: string): Record<string, string> {
  const value = JSON.parse(source) as unknown
  if (typeof value !== 'object' || value === null) throw new Error('A message file is an object of id and text.')
  for (const [id, text] of Object.entries(value))
    if (typeof text !== 'string') throw new Error(`Message "${id}" is not a text.`)
  return value as Record<string, string>
}
