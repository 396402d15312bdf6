import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether two folders hold the same files with the same bytes. */
export function sameFiles(a: string, b: string): boolean {
  const left = filesOf(a)
  const right = filesOf(b)
  return (
    left.length === right.length &&
    left.every(
      (name, index) => name === right[index] && readFileSync(join(a, name)).equals(readFileSync(join(b, name))),
    )
  )
}

/** Names of all files below a folder, in order, with `/` between. Hidden ones and source maps belong to the builder. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((name) => !name.endsWith('.map') && !name.split('/').some((part) => part.startsWith('.')))
    .sort()
}
