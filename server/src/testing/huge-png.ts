import { crc32, deflateSync } from 'node:zlib'

/** As many bytes as fit into the memory of a test: a decoder that begins with them has allocated the rest. */
const MAX_ROW_BYTES = 64_000_000

const compressed = new Map<number, Buffer>()
function compressedZeros(size: number): Buffer {
  const bytes = compressed.get(size) ?? deflateSync(Buffer.alloc(size))
  compressed.set(size, bytes)
  return bytes
}

/** A grey PNG of a few kilobytes whose pixels are all alike. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = compressedZeros(Math.min(MAX_ROW_BYTES, (width + 1) * height))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, end] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  end.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, end])
}
