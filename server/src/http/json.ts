/** Items of a list that are serialized without a pause. */
const SLICE = 2000

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** A response as JSON. A long list of resources is serialized in slices, between which other requests are answered. */
export async function toJson(answer: unknown): Promise<string | Buffer> {
  const { data, ...rest } = answer as { readonly data?: unknown }
  if (!Array.isArray(data) || data.length <= SLICE) return JSON.stringify(answer)
  const parts: Buffer[] = []
  for (let at = 0; at < data.length; at += SLICE) {
    const text = JSON.stringify(data.slice(at, at + SLICE)).slice(1, -1)
    parts.push(Buffer.from(at === 0 ? `{"data":[${text}` : `,${text}`))
    await nextTurn()
  }
  const others = JSON.stringify(rest).slice(1)
  parts.push(Buffer.from(others === '}' ? ']}' : `],${others}`))
  return Buffer.concat(parts)
}
