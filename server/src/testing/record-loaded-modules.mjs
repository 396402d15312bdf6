// Imported by a server before its own modules: writes their addresses to a file when it ends.
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const addresses = []
  registerHooks({
    load(address, context, nextLoad) {
      addresses.push(address)
      return nextLoad(address, context)
    },
  })
  process.on('exit', () => writeFileSync(process.env.LOADED_MODULES_FILE, JSON.stringify(addresses)))
}
