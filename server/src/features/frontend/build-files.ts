import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/**
 * The files below a folder, as sorted paths with `/`. Hidden files and source maps are left out, and so are compressed
 * copies (`.br`, `.gz`) unless `packed` is set.
 */
export function filesOf(folder: string, { packed = false } = {}): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((name) => !name.endsWith('.map') && (packed || !/\.(br|gz)$/.test(name)))
    .filter((name) => !name.split('/').some((part) => part.startsWith('.')))
    .sort()
}

const text = /\.(js|json|css|svg|txt)$/

/** Writes a brotli and a gzip copy beside each text file, made from the bytes that were verified. */
export function packFiles(folder: string, files: readonly string[]): void {
  for (const name of files.filter((file) => text.test(file))) {
    const bytes = readFileSync(join(folder, name))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
  }
}
