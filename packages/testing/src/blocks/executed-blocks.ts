import { fork } from 'node:child_process'
import { join } from 'node:path'

export interface BlockCountTask {
  /** URL of the module under test. */
  readonly module: string
  /** Source of the function that gets the module and an input. */
  readonly work: string
  readonly inputs: readonly unknown[]
}

export type BlockCountResult = { readonly counts: readonly number[] } | { readonly error: unknown }

/** Input of twice the size may take this many times as many blocks, where the work is proportional to the size. */
export const MAX_LINEAR_GROWTH = 2.2

/**
 * How many blocks of code are executed for each input: by the module, by all that it imports, and by `work`. The count
 * depends on the input only, on no clock. What runs inside of V8, such as `indexOf` and the search for a pattern, is one
 * block, however long the text is.
 *
 * A process of its own runs `work`, which therefore uses nothing but its parameters, and counts from the first import
 * on. Inputs are cloned.
 *
 * @example
 *   import type * as names from './names.ts'
 *   const [once = 0, twice = 0] = await executedBlocks(
 *     import.meta.resolve('./names.ts'),
 *     ({ unique }: typeof names, count) => unique(Array<string>(count).fill('a')),
 *     [1000, 2000],
 *   )
 *   expect(twice / once).toBeLessThan(MAX_LINEAR_GROWTH)
 *
 * @param module URL of the module under test.
 */
export async function executedBlocks<Module, Input>(
  module: string,
  work: (module: Module, input: Input) => unknown,
  inputs: readonly Input[],
): Promise<readonly number[]> {
  // Optimized code counts fewer calls, and when code is optimized depends on the machine.
  const child = fork(join(import.meta.dirname, 'count-blocks.ts'), {
    execArgv: ['--no-opt', '--no-maglev', '--no-sparkplug', '--no-warnings'],
    serialization: 'advanced',
  })
  const task: BlockCountTask = { module, work: String(work), inputs }
  const result = await new Promise<BlockCountResult>((resolve, reject) => {
    child.once('message', resolve)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The process that counts ended with ${String(code)}.`)))
    child.send(task)
  })
  if ('error' in result) throw result.error
  return result.counts
}
