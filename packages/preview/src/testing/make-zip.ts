/** A zip archive of stored entries, with a list that claims `claimed` entries; default: those that are in it. */
export function makeZip(files: Readonly<Record<string, string>>, claimed?: number): Uint8Array {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const [path, bytes] = [Buffer.from(name), Buffer.from(text)]
    // Version, flags (UTF-8), method, time, date (1 January 2026), checksum, sizes, lengths.
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x800, 2)
    common.writeUInt16LE(((2026 - 1980) << 9) | (1 << 5) | 1, 8)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(path.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, path, bytes])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    list.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([20, 0]), common, rest, path]))
    parts.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(claimed ?? list.length, 8)
  end.writeUInt16LE(claimed ?? list.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, directory, end])
}
