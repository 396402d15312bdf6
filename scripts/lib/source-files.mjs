import { globSync } from 'node:fs'
import { sep } from 'node:path'

/** TypeScript and `.mjs` files below a folder, relative to it. Without `node_modules` and `dist`. */
export function sourceFiles(folder) {
  return globSync('**/*.{ts,tsx,mjs}', { cwd: folder, exclude: (name) => name === 'node_modules' || name === 'dist' })
    .map((file) => file.split(sep).join('/'))
    .toSorted((a, b) => a.localeCompare(b))
}

/** Whether a file is a test, or shared by tests. */
export const isTest = (file) =>
  /\.(test|service-test|bench)\.tsx?$|(^|\/)testing\/|(^|\/)testing\.ts$|(^|\/)test-/.test(file)
