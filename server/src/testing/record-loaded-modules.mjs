// Imported by a server before its own modules: writes to a file when it ends which modules it loaded, and which of Node.
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const addresses = []
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context)
      addresses.push(resolved.url)
      return resolved
    },
  })
  process.on('exit', () => {
    const modules = [...new Set(addresses)]
    const ofNode = process.moduleLoadList.filter((name) => name.startsWith('NativeModule '))
    writeFileSync(process.env.LOADED_MODULES_FILE, JSON.stringify({ modules, ofNode }))
  })
}
