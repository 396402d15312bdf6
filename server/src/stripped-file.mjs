import { hash } from 'node:crypto'

/** Where the build writes a module without its types. Named by the source: a changed module has another file. */
export const strippedFile = (source) => new URL(`../dist/${hash('sha256', source)}.js`, import.meta.url)
