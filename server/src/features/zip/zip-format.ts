import { crc32 } from 'node:zlib'

/** A file or, without `content`, a folder, whose path ends with a slash. */
export interface ZipItem {
  /** Relative, with slashes, at most 65,535 bytes. */
  readonly path: string
  readonly modifiedMs: number
  /** All bytes, or pieces of known size that are read one at a time. */
  readonly content?: Uint8Array | ZipPieces
}

interface ZipPieces {
  readonly size: number
  readonly pieces: AsyncIterable<Uint8Array>
  /**
   * Called where the pieces end early or with an error. The item is left out of the directory then, and so does not exist
   * for programs that read the zip; the bytes that were written stay. Without this function the stream fails.
   */
  readonly brokenOff?: (error: unknown) => void
}

const UINT16 = 0xff_ff
const UINT32 = 0xff_ff_ff_ff

/** Small files and records are joined up to this size, because each write to a connection has a cost of its own. */
const JOINED_BYTES = 256 * 1024
/** The records of the directory are kept in blocks of this size, or as large as one record. */
const BLOCK_BYTES = 64 * 1024

/** Of the fixed part, and with all fields of Zip64 and the time, without the name. */
const HEADER_BYTES = 30
const MAX_HEADER_BYTES = HEADER_BYTES + 20 + 9
const RECORD_BYTES = 46
const MAX_RECORD_BYTES = RECORD_BYTES + 28 + 9

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
 * the directory at the end. Items come in groups, and records are written in place: a promise or an object for each of
 * them would make the heap grow.
 */
export async function* zipStream(groups: AsyncIterable<readonly ZipItem[]>): AsyncGenerator<Uint8Array> {
  const joined = emptyPart(JOINED_BYTES)
  const directory: Part[] = []
  let offset = 0
  let count = 0
  for await (const group of groups) {
    for (const { path, modifiedMs, content } of group) {
      const nameBytes = Buffer.byteLength(path)
      if (nameBytes > UINT16) throw new Error('a path is too long for a zip')
      const isFolder = content === undefined
      const isWhole = isFolder || content instanceof Uint8Array
      const size = isFolder ? 0 : content instanceof Uint8Array ? content.length : content.size
      const date = dosTime(modifiedMs)
      const entry: Entry = { path, nameBytes, seconds: unixSeconds(modifiedMs), date, size, offset, isFolder, isWhole }
      let checksum = content instanceof Uint8Array ? crc32(content) : 0
      if (!hasRoom(joined, MAX_HEADER_BYTES + nameBytes)) yield taken(joined)
      const headerBytes = writeLocalHeader(joined.buffer, joined.used, entry, checksum)
      joined.used += headerBytes
      offset += headerBytes + size
      if (content instanceof Uint8Array) {
        for (let at = 0; at < size;) {
          at += fill(joined, content, at)
          if (at < size) yield taken(joined)
        }
      } else if (content) {
        yield taken(joined)
        let left = size
        try {
          for await (const piece of content.pieces) {
            checksum = crc32(piece, checksum)
            left -= piece.length
            yield piece
          }
          if (left !== 0 && content.brokenOff) throw new Error(`${left} bytes of a file are missing`)
        } catch (error) {
          if (!content.brokenOff) throw error
          content.brokenOff(error)
          offset -= left
          continue
        }
        const descriptorBytes = writeDescriptor(joined.buffer, joined.used, size, checksum)
        joined.used += descriptorBytes
        offset += descriptorBytes
      }
      const block = blockFor(directory, MAX_RECORD_BYTES + nameBytes)
      block.used += writeRecord(block.buffer, block.used, entry, checksum)
      count++
    }
  }
  if (joined.used > 0) yield taken(joined)
  let bytes = 0
  for (const { buffer, used } of directory) {
    bytes += used
    yield buffer.subarray(0, used)
  }
  yield endOfDirectory(count, bytes, offset)
}

/** A buffer, and how much of it was written. */
interface Part {
  readonly buffer: Buffer
  used: number
}

const emptyPart = (bytes: number): Part => ({ buffer: Buffer.allocUnsafeSlow(bytes), used: 0 })

const hasRoom = ({ buffer, used }: Part, bytes: number) => used + bytes <= buffer.length

/** What was written; it holds its bytes until something else is written. */
function taken(part: Part): Buffer {
  const filled = part.buffer.subarray(0, part.used)
  part.used = 0
  return filled
}

/** Copies from `start` as much as there is room for, and returns the number of bytes. */
function fill(part: Part, bytes: Uint8Array, start: number): number {
  const count = Math.min(bytes.length - start, part.buffer.length - part.used)
  part.buffer.set(bytes.subarray(start, start + count), part.used)
  part.used += count
  return count
}

/** The block that the next record of the directory is written to. */
function blockFor(directory: Part[], bytes: number): Part {
  const last = directory.at(-1)
  if (last && hasRoom(last, bytes)) return last
  const block = emptyPart(Math.max(BLOCK_BYTES, bytes))
  directory.push(block)
  return block
}

interface Entry {
  readonly path: string
  readonly nameBytes: number
  /** Since 1970, or null where the format cannot express it. */
  readonly seconds: number | null
  /** As MS-DOS has it. */
  readonly date: number
  readonly size: number
  readonly offset: number
  readonly isFolder: boolean
  /** Its checksum is known before its bytes are sent. */
  readonly isWhole: boolean
}

const isLarge = (size: number) => size >= UINT32

/** Every byte is written, because the memory is not zeroed. Returns the number of bytes, as the next ones do. */
function writeLocalHeader(buffer: Buffer, start: number, entry: Entry, checksum: number): number {
  const { path, nameBytes, seconds, date, size, isWhole } = entry
  buffer.writeUInt32LE(0x04034b50, start)
  buffer.writeUInt16LE(isLarge(size) ? VERSION_ZIP64 : VERSION, start + 4)
  buffer.writeUInt16LE(flagsOf(isWhole), start + 6)
  // Stored, not compressed.
  buffer.writeUInt16LE(0, start + 8)
  buffer.writeUInt32LE(date, start + 10)
  buffer.writeUInt32LE(checksum, start + 14)
  // With a descriptor the sizes are 0, except for those that stand for the field of Zip64.
  const shown = isLarge(size) ? UINT32 : isWhole ? size : 0
  buffer.writeUInt32LE(shown, start + 18)
  buffer.writeUInt32LE(shown, start + 22)
  buffer.writeUInt16LE(nameBytes, start + 26)
  const extra = start + HEADER_BYTES + buffer.write(path, start + HEADER_BYTES)
  let at = extra
  if (isLarge(size)) {
    at = writeZip64Head(buffer, at, 2)
    at = buffer.writeBigUInt64LE(BigInt(size), at)
    at = buffer.writeBigUInt64LE(BigInt(size), at)
  }
  at = writeTime(buffer, at, seconds)
  buffer.writeUInt16LE(at - extra, start + 28)
  return at - start
}

function writeDescriptor(buffer: Buffer, start: number, size: number, checksum: number): number {
  buffer.writeUInt32LE(0x08074b50, start)
  buffer.writeUInt32LE(checksum, start + 4)
  if (isLarge(size)) {
    buffer.writeBigUInt64LE(BigInt(size), start + 8)
    return buffer.writeBigUInt64LE(BigInt(size), start + 16) - start
  }
  buffer.writeUInt32LE(size, start + 8)
  return buffer.writeUInt32LE(size, start + 12) - start
}

function writeRecord(buffer: Buffer, start: number, entry: Entry, checksum: number): number {
  const { path, nameBytes, seconds, date, size, offset, isFolder, isWhole } = entry
  const large = (isLarge(size) ? 2 : 0) + (isLarge(offset) ? 1 : 0)
  buffer.writeUInt32LE(0x02014b50, start)
  buffer.writeUInt16LE(MADE_BY, start + 4)
  buffer.writeUInt16LE(large > 0 ? VERSION_ZIP64 : VERSION, start + 6)
  buffer.writeUInt16LE(flagsOf(isWhole), start + 8)
  // Stored, not compressed.
  buffer.writeUInt16LE(0, start + 10)
  buffer.writeUInt32LE(date, start + 12)
  buffer.writeUInt32LE(checksum, start + 16)
  buffer.writeUInt32LE(Math.min(size, UINT32), start + 20)
  buffer.writeUInt32LE(Math.min(size, UINT32), start + 24)
  buffer.writeUInt16LE(nameBytes, start + 28)
  // No comment, on the first disk, no internal attributes.
  buffer.fill(0, start + 32, start + 38)
  buffer.writeUInt32LE(isFolder ? FOLDER_ATTRIBUTES : FILE_ATTRIBUTES, start + 38)
  buffer.writeUInt32LE(Math.min(offset, UINT32), start + 42)
  const extra = start + RECORD_BYTES + buffer.write(path, start + RECORD_BYTES)
  let at = extra
  if (large > 0) {
    at = writeZip64Head(buffer, at, large)
    if (isLarge(size)) {
      at = buffer.writeBigUInt64LE(BigInt(size), at)
      at = buffer.writeBigUInt64LE(BigInt(size), at)
    }
    if (isLarge(offset)) at = buffer.writeBigUInt64LE(BigInt(offset), at)
  }
  at = writeTime(buffer, at, seconds)
  buffer.writeUInt16LE(at - extra, start + 30)
  return at - start
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

/** Of the field with this number of values, which follow. Returns where they begin. */
function writeZip64Head(buffer: Buffer, start: number, values: number): number {
  buffer.writeUInt16LE(1, start)
  return buffer.writeUInt16LE(8 * values, start + 2)
}

/** In UTC; the other date of the format has no time zone. Returns where the field ends. */
function writeTime(buffer: Buffer, start: number, seconds: number | null): number {
  if (seconds === null) return start
  buffer.writeUInt16LE(0x5455, start)
  buffer.writeUInt16LE(5, start + 2)
  buffer.writeUInt8(1, start + 4)
  return buffer.writeInt32LE(seconds, start + 5)
}

/** Null for what the format cannot express. */
function unixSeconds(modifiedMs: number): number | null {
  const seconds = Math.floor(modifiedMs / 1000)
  return seconds < 0 || seconds > 0x7f_ff_ff_ff ? null : seconds
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
