import { writeFileSync } from 'node:fs'

type Value = string | number | readonly Value[] | { readonly [key: string]: Value }

/** One place of the test database: the bits of an IPv4 network, as `8.8.8.0/24`, and what it has. */
export interface TestPlace {
  readonly network: string
  readonly city?: Readonly<Record<string, string>>
  readonly country?: string
}

const sizeOf = (type: number, size: number): Buffer =>
  size < 29 ? Buffer.from([(type << 5) | size]) : Buffer.from([(type << 5) | 29, size - 29])

/** A value in the format of MaxMind's databases (version 2): texts, unsigned numbers, lists and maps. */
function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([sizeOf(2, text.length), text])
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([sizeOf(6, 4), bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([Buffer.from([value.length, 4]), ...value.map(encode)])
  const entries = Object.entries(value)
  return Buffer.concat([sizeOf(7, entries.length), ...entries.flatMap(([key, one]) => [encode(key), encode(one)])])
}

const bitsOf = (network: string): number[] => {
  const [address = '', length] = network.split('/')
  const bits = address.split('.').flatMap((part) => Number(part).toString(2).padStart(8, '0').split('').map(Number))
  return bits.slice(0, Number(length))
}

/** Writes a database of made-up places. */
export function writeGeoipDatabase(path: string, places: readonly TestPlace[]): void {
  const nodes: (number | { data: number } | null)[][] = [[null, null]]
  const data: Buffer[] = []
  for (const { network, city, country } of places) {
    const offset = data.reduce((sum, { length }) => sum + length, 0)
    data.push(encode({ ...(city && { city: { names: city } }), ...(country && { country: { iso_code: country } }) }))
    let node = 0
    const bits = bitsOf(network)
    for (const [at, bit] of bits.entries()) {
      const children = nodes[node]!
      const next = children[bit]
      if (at === bits.length - 1) children[bit] = { data: offset }
      else if (typeof next === 'number') node = next
      else node = children[bit] = nodes.push([null, null]) - 1
    }
  }
  const tree = Buffer.concat(
    nodes.flat().map((record) => {
      const value =
        record === null ? nodes.length : typeof record === 'number' ? record : nodes.length + 16 + record.data
      const bytes = Buffer.alloc(3)
      bytes.writeUIntBE(value, 0, 3)
      return bytes
    }),
  )
  const metadata = encode({
    node_count: nodes.length,
    record_size: 24,
    ip_version: 4,
    database_type: 'Test-City',
    languages: ['en', 'de'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    description: { en: 'made up' },
  })
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')])
  writeFileSync(path, Buffer.concat([tree, Buffer.alloc(16), ...data, marker, metadata]))
}
