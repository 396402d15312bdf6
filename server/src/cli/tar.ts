/** A file of an archive; its name has `/` between and leads nowhere but down. */
export interface ArchivedFile {
  readonly name: string
  readonly bytes: Buffer
}

/** The archive cannot be taken, in words. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}

const block = 512
const maxFiles = 5000

/**
 * Files of a tar, and nothing but files: links, devices, absolute names and ways up are refused, hidden files and
 * folders left out. Knows ustar and the long names of pax and GNU.
 */
export function readTar(tar: Buffer): ArchivedFile[] {
  const files = new Map<string, Buffer>()
  let longName: string | null = null
  for (let at = 0; at + block <= tar.length;) {
    const header = tar.subarray(at, at + block)
    if (header.every((byte) => byte === 0)) return toList(files)
    checkSum(header)
    const size = octal(header, 124, 12)
    const bytes = tar.subarray(at + block, at + block + size)
    if (bytes.length < size) break
    at += block + Math.ceil(size / block) * block
    const kind = String.fromCharCode(header[156] || 48)
    if (kind === 'x') longName = paxPath(bytes) ?? longName
    else if (kind === 'L') longName = text(bytes)
    else if (kind === '0') {
      add(files, longName ?? nameIn(header), bytes)
      longName = null
    } else if (kind === '5') longName = null
    else if (kind !== 'g') throw new ArchiveError('The archive holds a link or a device; only files belong in it.')
  }
  throw new ArchiveError('The archive ends too early.')
}

const toList = (files: ReadonlyMap<string, Buffer>) => [...files].map(([name, bytes]) => ({ name, bytes }))

function add(files: Map<string, Buffer>, raw: string, bytes: Buffer): void {
  const parts = raw.replace(/^(\.\/+)+/, '').split('/')
  if (raw.startsWith('/') || raw.includes('\\') || parts.some((part) => part === '..' || part === '')) {
    throw new ArchiveError(`The archive holds "${raw}", which leads out of it.`)
  }
  if (parts.some((part) => part.startsWith('.'))) return
  const name = parts.join('/')
  if (files.has(name)) throw new ArchiveError(`The archive holds "${name}" twice.`)
  if (files.size === maxFiles) throw new ArchiveError(`The archive holds more than ${maxFiles} files.`)
  files.set(name, Buffer.from(bytes))
}

function checkSum(header: Buffer): void {
  let sum = 0
  for (const [index, byte] of header.entries()) sum += index >= 148 && index < 156 ? 32 : byte
  if (sum !== octal(header, 148, 8)) throw new ArchiveError('This is not a tar archive, or it is damaged.')
}

function octal(header: Buffer, at: number, length: number): number {
  const digits = text(header.subarray(at, at + length)).trim()
  if (!/^[0-7]+$/.test(digits)) throw new ArchiveError('This is not a tar archive, or it is damaged.')
  return parseInt(digits, 8)
}

function nameIn(header: Buffer): string {
  const name = text(header.subarray(0, 100))
  const prefix = text(header.subarray(257, 262)) === 'ustar' ? text(header.subarray(345, 500)) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

/** Records are `<length> <key>=<value>\n`. */
function paxPath(records: Buffer): string | null {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(records.toString('utf8'))?.[1] ?? null
}

function text(bytes: Buffer): string {
  const end = bytes.indexOf(0)
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end)
}

/** A ustar archive that is the same for the same files, whenever and wherever it is made. */
export function writeTar(files: readonly ArchivedFile[]): Buffer {
  const parts = files.flatMap(({ name, bytes }) => [
    headerOf(name, bytes.length),
    bytes,
    Buffer.alloc((block - (bytes.length % block)) % block),
  ])
  return Buffer.concat([...parts, Buffer.alloc(2 * block)])
}

function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new ArchiveError(`The name "${name}" is longer than 100 bytes.`)
  const header = Buffer.alloc(block)
  const put = (at: number, value: string) => void header.write(value, at, 'latin1')
  header.write(name, 0, 'utf8')
  put(100, '0000644\0')
  put(108, '0000000\0')
  put(116, '0000000\0')
  put(124, `${size.toString(8).padStart(11, '0')}\0`)
  put(136, '00000000000\0')
  put(148, '        ')
  put(156, '0')
  put(257, 'ustar\x0000')
  const sum = header.reduce((total, byte) => total + byte, 0)
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `)
  return header
}
