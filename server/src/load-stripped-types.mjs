// Imported by each thread of the server before modules with types: loads what the build made of them
// (`scripts/lib/strip-types.mjs`). Node would load its compiler otherwise, 15 MB until the thread ends.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { strippedFile } from './stripped-file.mjs'

function readStripped(url) {
  try {
    return readFileSync(strippedFile(readFileSync(new URL(url))))
  } catch {
    // Not built, or changed since the build: Node strips the types itself.
    return null
  }
}

registerHooks({
  load(url, context, nextLoad) {
    const source = url.startsWith('file:') && url.endsWith('.ts') ? readStripped(url) : null
    return source ? { source, format: 'module', shortCircuit: true } : nextLoad(url, context)
  },
})
