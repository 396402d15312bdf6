// Jest's jsdom environment. Jest compiles each module again for each test file: React alone is a megabyte. Here a module is
// compiled once for a process, as a script that runs in the context of each file, and so is each function of it that was
// called. A module with imports at run time cannot be a script.
import vm from 'node:vm'
import { TestEnvironment } from 'jest-environment-jsdom'

const { compileFunction } = vm
/** File name -> the script of its latest text, or null for a module with imports at run time. */
const compiled = new Map()

function scriptOf(source, parameters, filename) {
  const known = compiled.get(filename)
  if (known?.source === source) return known.script
  const start = `(function (${parameters.join(', ')}) {`
  const script = /\bimport\s*\(/.test(source)
    ? null
    : new vm.Script(`${start}${source}\n})`, { filename, columnOffset: -start.length })
  compiled.set(filename, { source, script })
  return script
}

vm.compileFunction = (source, parameters = [], options = {}) => {
  const { filename, parsingContext } = options
  const script = parsingContext && filename ? scriptOf(source, parameters, filename) : null
  return script ? script.runInContext(parsingContext) : compileFunction(source, parameters, options)
}

export default TestEnvironment
