import { crc32 } from 'node:zlib'

/** A file or, without `content`, a folder, whose path ends with a slash. */
export interface ZipItem {
  /** Relative, with slashes, at most 65,535 bytes. */
  readonly path: string
  readonly modifiedMs: number
  /** All bytes, or pieces of known size that are read one at a time. */
  readonly content?: Uint8Array | { readonly size: number; readonly pieces: AsyncIterable<Uint8Array> }
}

const UINT16 = 0xff_ff
const UINT32 = 0xff_ff_ff_ff

/** Small buffers are joined up to this size, because each write to a connection has a cost of its own. */
const JOINED_BYTES = 256 * 1024

/** Bits 3 and 11 of the general purpose flag. */
const HAS_DESCRIPTOR = 0x08
const IS_UTF8 = 0x800

const VERSION = 20
const VERSION_ZIP64 = 45
/** Version 4.5 on Unix, so that unpackers read the mode. */
const MADE_BY = (3 << 8) | VERSION_ZIP64
const FILE_ATTRIBUTES = (0o100644 << 16) >>> 0
/** With the flag of a folder on Windows. */
const FOLDER_ATTRIBUTES = ((0o40755 << 16) | 0x10) >>> 0

/**
 * A zip of these items as a stream: stored, not compressed, with Zip64 where sizes, offsets or the number of items need
 * it. A buffer holds its bytes only until the next one is requested. Keeps about 100 bytes and the path of each item for
 * the directory at the end.
 */
export async function* zipStream(items: AsyncIterable<ZipItem>): AsyncGenerator<Uint8Array> {
  const joined = joiner()
  const directory = directoryBlocks()
  let offset = 0
  let count = 0
  for await (const { path, modifiedMs, content } of items) {
    const name = Buffer.from(path)
    if (name.length > UINT16) throw new Error('a path is too long for a zip')
    const isWhole = content === undefined || content instanceof Uint8Array
    const whole = content instanceof Uint8Array ? content : undefined
    const size = isWhole ? (whole?.length ?? 0) : content.size
    const entry = { name, modifiedMs, size, offset, isFolder: content === undefined, isWhole }
    let checksum = whole ? crc32(whole) : 0
    const header = localHeader(entry, checksum)
    offset += header.length + size
    yield* joined.add(header)
    if (whole) yield* joined.add(whole)
    else if (!isWhole) {
      yield* joined.flush()
      for await (const piece of content.pieces) {
        checksum = crc32(piece, checksum)
        yield piece
      }
      const descriptor = dataDescriptor(size, checksum)
      offset += descriptor.length
      yield* joined.add(descriptor)
    }
    directory.add(directoryRecord(entry, checksum))
    count++
  }
  let bytes = 0
  for (const block of directory.blocks()) {
    bytes += block.length
    yield* joined.add(block)
  }
  yield* joined.add(endOfDirectory(count, bytes, offset))
  yield* joined.flush()
}

/** Copies small buffers into one that is reused. */
function joiner() {
  const joined = Buffer.allocUnsafeSlow(JOINED_BYTES)
  let used = 0
  function* flush() {
    const filled = joined.subarray(0, used)
    used = 0
    if (filled.length > 0) yield filled
  }
  return {
    *add(bytes: Uint8Array) {
      for (let at = 0; at < bytes.length;) {
        const count = Math.min(bytes.length - at, joined.length - used)
        joined.set(bytes.subarray(at, at + count), used)
        at += count
        used += count
        if (used === joined.length) yield* flush()
      }
    },
    flush,
  }
}

/** Keeps many small records in few buffers. */
function directoryBlocks() {
  const blocks: Buffer[] = []
  let open: Buffer[] = []
  let bytes = 0
  const close = () => {
    blocks.push(Buffer.concat(open, bytes))
    open = []
    bytes = 0
  }
  return {
    add(record: Buffer) {
      open.push(record)
      bytes += record.length
      if (bytes >= JOINED_BYTES) close()
    },
    *blocks() {
      close()
      yield* blocks
    },
  }
}

interface Entry {
  readonly name: Buffer
  readonly modifiedMs: number
  readonly size: number
  readonly offset: number
  readonly isFolder: boolean
  /** Its checksum is known before its bytes are sent. */
  readonly isWhole: boolean
}

const isLarge = (size: number) => size >= UINT32

function localHeader({ name, modifiedMs, size, isWhole }: Entry, checksum: number): Buffer {
  const extra = [...(isLarge(size) ? [zip64Field([size, size])] : []), timeField(modifiedMs)]
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(isLarge(size) ? VERSION_ZIP64 : VERSION, 4)
  header.writeUInt16LE(flagsOf(isWhole), 6)
  header.writeUInt32LE(dosTime(modifiedMs), 10)
  header.writeUInt32LE(checksum, 14)
  // With a descriptor the sizes are 0, except for those that stand for the field of Zip64.
  const shown = isLarge(size) ? UINT32 : isWhole ? size : 0
  header.writeUInt32LE(shown, 18)
  header.writeUInt32LE(shown, 22)
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(lengthOf(extra), 28)
  return Buffer.concat([header, name, ...extra])
}

function dataDescriptor(size: number, checksum: number): Buffer {
  const descriptor = Buffer.alloc(isLarge(size) ? 24 : 16)
  descriptor.writeUInt32LE(0x08074b50, 0)
  descriptor.writeUInt32LE(checksum, 4)
  if (isLarge(size)) {
    descriptor.writeBigUInt64LE(BigInt(size), 8)
    descriptor.writeBigUInt64LE(BigInt(size), 16)
  } else {
    descriptor.writeUInt32LE(size, 8)
    descriptor.writeUInt32LE(size, 12)
  }
  return descriptor
}

function directoryRecord({ name, modifiedMs, size, offset, isFolder, isWhole }: Entry, checksum: number): Buffer {
  const large = [...(isLarge(size) ? [size, size] : []), ...(isLarge(offset) ? [offset] : [])]
  const extra = [...(large.length > 0 ? [zip64Field(large)] : []), timeField(modifiedMs)]
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE(MADE_BY, 4)
  record.writeUInt16LE(large.length > 0 ? VERSION_ZIP64 : VERSION, 6)
  record.writeUInt16LE(flagsOf(isWhole), 8)
  record.writeUInt32LE(dosTime(modifiedMs), 12)
  record.writeUInt32LE(checksum, 16)
  record.writeUInt32LE(Math.min(size, UINT32), 20)
  record.writeUInt32LE(Math.min(size, UINT32), 24)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt16LE(lengthOf(extra), 30)
  record.writeUInt32LE(isFolder ? FOLDER_ATTRIBUTES : FILE_ATTRIBUTES, 38)
  record.writeUInt32LE(Math.min(offset, UINT32), 42)
  return Buffer.concat([record, name, ...extra])
}

function endOfDirectory(count: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, UINT16), 8)
  end.writeUInt16LE(Math.min(count, UINT16), 10)
  end.writeUInt32LE(Math.min(bytes, UINT32), 12)
  end.writeUInt32LE(Math.min(offset, UINT32), 16)
  if (count < UINT16 && !isLarge(bytes) && !isLarge(offset)) return end
  const end64 = Buffer.alloc(56)
  end64.writeUInt32LE(0x06064b50, 0)
  end64.writeBigUInt64LE(44n, 4)
  end64.writeUInt16LE(MADE_BY, 12)
  end64.writeUInt16LE(VERSION_ZIP64, 14)
  end64.writeBigUInt64LE(BigInt(count), 24)
  end64.writeBigUInt64LE(BigInt(count), 32)
  end64.writeBigUInt64LE(BigInt(bytes), 40)
  end64.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end64, locator, end])
}

const flagsOf = (isWhole: boolean) => IS_UTF8 | (isWhole ? 0 : HAS_DESCRIPTOR)

const lengthOf = (buffers: readonly Buffer[]) => buffers.reduce((sum, { length }) => sum + length, 0)

function zip64Field(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * values.length)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(8 * values.length, 2)
  for (const [at, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + 8 * at)
  return field
}

/** Seconds since 1970 in UTC; the other date of the format has no time zone. Nothing outside of what it can express. */
function timeField(modifiedMs: number): Buffer {
  const seconds = Math.floor(modifiedMs / 1000)
  if (seconds < 0 || seconds > 0x7f_ff_ff_ff) return Buffer.alloc(0)
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x5455, 0)
  field.writeUInt16LE(5, 2)
  field.writeUInt8(1, 4)
  field.writeInt32LE(seconds, 5)
  return field
}

/** In UTC, from 1980 to 2107, the time in the lower half. */
function dosTime(modifiedMs: number): number {
  const date = new Date(modifiedMs)
  const year = date.getUTCFullYear()
  if (!(year >= 1980)) return 0x21_00_00
  if (year > 2107) return 0xff_9f_bf_7d
  const day = ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  return ((day << 16) | time) >>> 0
}
