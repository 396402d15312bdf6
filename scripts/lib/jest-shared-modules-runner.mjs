// Jest's test runner for the environment beside it: Node loads the test file and what that imports.
import module, { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import runFile from 'jest-circus/runner'
import SharedModulesEnvironment from './jest-shared-modules-environment.mjs'

// The folder of the server itself.
const cacheFolder = fileURLToPath(new URL('../../node_modules/.cache/holdall', import.meta.url))
module.enableCompileCache(cacheFolder)
// Of threads and child processes, hundreds of which are started: each would load the type stripper, for 50 ms.
process.env.NODE_COMPILE_CACHE = cacheFolder
const require = createRequire(import.meta.resolve('jest-circus/runner'))
let files = 0

export default function runWithSharedModules(globalConfig, config, environment, runtime, path, ...rest) {
  if (environment instanceof SharedModulesEnvironment) {
    globalThis.jest = runtime.jestGlobals.jestObjectFor(path)
    // A process may run a file for both engines.
    const versionOf = (file) => (file === path ? `?file=${++files}` : '')
    runtime.unstable_importModule = (file) => import(`${pathToFileURL(file).href}${versionOf(file)}`)
    // The state of the test framework is that of one file.
    runtime.requireInternalModule = (file) => {
      delete require.cache[file]
      return require(file)
    }
  }
  return runFile.default(globalConfig, config, environment, runtime, path, ...rest)
}
