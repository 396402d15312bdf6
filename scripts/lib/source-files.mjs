import { globSync } from 'node:fs'
import { sep } from 'node:path'

/** TypeScript and script files below a folder, relative to it. What is installed or built is left out. */
export function sourceFiles(folder) {
  return globSync('**/*.{ts,tsx,mjs}', { cwd: folder, exclude: (name) => name === 'node_modules' || name === 'dist' })
    .map((file) => file.split(sep).join('/'))
    .toSorted((a, b) => a.localeCompare(b))
}

/** Tests and what they share. */
export const isTest = (file) => /\.(test|bench)\.tsx?$|(^|\/)testing\/|(^|\/)testing\.ts$|(^|\/)test-/.test(file)
