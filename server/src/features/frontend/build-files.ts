import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/**
 * Names of all files below a folder, in order, with `/` between. Hidden ones and source maps belong to the builder;
 * packed copies (`.br`, `.gz`) are left out unless `packed`, for they say nothing that their originals do not.
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

/** Puts a brotli and a gzip copy beside each text file, made of the very bytes that were verified. */
export function packFiles(folder: string, files: readonly string[]): void {
  for (const name of files.filter((file) => text.test(file))) {
    const bytes = readFileSync(join(folder, name))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
  }
}
