import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'
import { isTest, sourceFiles } from './source-files.mjs'

/** Long enough for most statements, short enough that a sample is spread over many files. */
const LINES_OF_A_RANGE = 12

/** The same number from 0 to 1 for the same text. */
const fractionOf = (text) => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32

/**
 * Parts of files, as Stryker's `mutate` takes them (`path:12-23`): about `percent` of all lines of the code in `folders`,
 * chosen by `seed`.
 */
export function sampledRanges(folders, { percent, seed }, from = root) {
  return folders
    .flatMap((folder) => sourceFiles(join(from, folder)).map((file) => `${folder}/${file}`))
    .filter((file) => !isTest(file) && !file.includes('/messages/'))
    .flatMap((file) => {
      const lines = readFileSync(join(from, file), 'utf8').split('\n').length
      const starts = Array.from({ length: Math.ceil(lines / LINES_OF_A_RANGE) }, (_, n) => n * LINES_OF_A_RANGE + 1)
      return starts
        .filter((start) => fractionOf(`${seed} ${file} ${start}`) * 100 < percent)
        .map((start) => `${file}:${start}-${start + LINES_OF_A_RANGE - 1}`)
    })
}
