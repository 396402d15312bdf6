// Jest's jsdom environment. Jest compiles each module again for each test file: React alone is a megabyte. Compiled as a
// script without imports at run time, V8 finds it in its own cache, with all functions that were called before.
import vm from 'node:vm'
import { TestEnvironment } from 'jest-environment-jsdom'
import { installFastSelectors } from './jsdom-selectors.mjs'

installFastSelectors()

const { compileFunction } = vm

vm.compileFunction = (source, parameters = [], options = {}) => {
  const { filename, parsingContext } = options
  if (!parsingContext || /\bimport\s*\(/.test(source)) return compileFunction(source, parameters, options)
  const start = `(function (${parameters.join(', ')}) {`
  const script = new vm.Script(`${start}${source}\n})`, { filename, columnOffset: -start.length })
  return script.runInContext(parsingContext)
}

export default TestEnvironment
