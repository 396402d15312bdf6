// Program of `executedBlocks`.
import { Session } from 'node:inspector/promises'
import { runInThisContext } from 'node:vm'
import type { BlockCountResult, BlockCountTask } from './executed-blocks.ts'

const session = new Session()

/** Blocks that were executed since the last call. */
async function takeCount(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  let sum = 0
  for (const { url, functions } of result) {
    if (url.startsWith('node:') || url === import.meta.url) continue
    for (const { ranges } of functions) for (const { count } of ranges) sum += count
  }
  return sum
}

async function count({ module, work, inputs }: BlockCountTask): Promise<number[]> {
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const loaded: unknown = await import(module)
  const run = runInThisContext(`(${work})`) as (module: unknown, input: unknown) => unknown
  // What is done once, at the first call, is not counted.
  await run(loaded, inputs[0])
  const counts: number[] = []
  for (const input of inputs) {
    await takeCount()
    await run(loaded, input)
    counts.push(await takeCount())
  }
  return counts
}

process.once('message', (task: BlockCountTask) => {
  const send = (result: BlockCountResult) => process.send?.(result, () => process.disconnect())
  void count(task).then(
    (counts) => send({ counts }),
    (error: unknown) => send({ error }),
  )
})
