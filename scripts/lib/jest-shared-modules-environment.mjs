// Jest's environment for tests of the server: they run in the global scope of the process, with modules that Node loads
// once for all files of a process. Jest's own loader would load and compile the whole server again for each file.
// A file that uses `import.meta.jest`, to replace modules or the clock, gets the usual environment and modules of its own.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import NodeEnvironment from 'jest-environment-node'

const { ModuleMocker } = createRequire(import.meta.resolve('jest-environment-node'))('jest-mock')

/** What Jest sets for one file. */
const settingsOfFile = [
  'EVENT_HANDLERS',
  'LOG_ERRORS_BEFORE_RETRY',
  'RETRY_IMMEDIATELY',
  'RETRY_TIMES',
  'RETRY_TIMES_SETTER',
  'TEST_TIMEOUT_SYMBOL',
  'WAIT_BEFORE_RETRY',
].map((name) => Symbol.for(name))

export default class SharedModulesEnvironment {
  global = globalThis
  moduleMocker = new ModuleMocker(globalThis)
  #console = globalThis.console
  #variables = { ...process.env }
  #exit = process.exit
  #getBuiltinModule = process.getBuiltinModule

  constructor(config, context) {
    const hasOwnModules = readFileSync(context.testPath, 'utf8').includes('import.meta.jest')
    if (hasOwnModules) return new NodeEnvironment(config, context)
    Object.assign(globalThis, config.projectConfig.globals)
  }

  /** Jest has replaced it by one that loads modules in a scope of their own. */
  async setup() {
    process.getBuiltinModule = this.#getBuiltinModule
  }

  async teardown() {
    globalThis.console = this.#console
    process.exit = this.#exit
    process.getBuiltinModule = this.#getBuiltinModule
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name]
    Object.assign(process.env, this.#variables)
    for (const symbol of settingsOfFile) delete globalThis[symbol]
  }

  /** Jest demands the function. Nothing runs in a context. */
  getVmContext() {
    return null
  }
}
