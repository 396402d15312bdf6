/** Items of a list that are serialized without a pause. */
const SLICE = 2000

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

const isLong = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > SLICE

/** A response as JSON. Its long lists are serialized in slices, between which other requests are answered. */
export async function toJson(answer: unknown): Promise<string | Buffer> {
  const members = Object.entries(answer as object) as [string, unknown][]
  if (!members.some(([, value]) => isLong(value))) return JSON.stringify(answer)
  const parts: Buffer[] = []
  const add = (text: string) => parts.push(Buffer.from(text))
  let before = '{'
  for (const [key, value] of members) {
    if (value === undefined) continue
    add(`${before}${JSON.stringify(key)}:`)
    before = ','
    if (isLong(value)) {
      for (let at = 0; at < value.length; at += SLICE) {
        add((at === 0 ? '[' : ',') + JSON.stringify(value.slice(at, at + SLICE)).slice(1, -1))
        await nextTurn()
      }
      add(']')
    } else add(JSON.stringify(value))
  }
  add('}')
  return Buffer.concat(parts)
}
