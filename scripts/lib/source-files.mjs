import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const EXCLUDED = new Set(['node_modules', 'dist'])

/**
 * TypeScript and `.mjs` files below a folder, relative to it. Without `node_modules` and `dist`. Also for Node 20, which has
 * no `globSync`.
 */
export const sourceFiles = (folder) => filesBelow(folder, '').toSorted((a, b) => a.localeCompare(b))

const filesBelow = (folder, prefix) =>
  readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = `${prefix}${entry.name}`
    if (entry.isDirectory()) return EXCLUDED.has(entry.name) ? [] : filesBelow(folder, `${path}/`)
    return /\.(ts|tsx|mjs)$/.test(entry.name) ? [path] : []
  })

/** Whether a file is a test, or shared by tests. */
export const isTest = (file) =>
  /\.(test|service-test|bench)\.tsx?$|(^|\/)testing\/|(^|\/)testing\.ts$|(^|\/)test-/.test(file)
