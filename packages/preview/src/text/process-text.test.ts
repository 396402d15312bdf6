import { processText, START_LIMIT_MS, type TextWorker, WORK_LIMIT_MS } from './process-text.ts'
import { runTextWork, type TextWork } from './text-work.ts'

const markdown: TextWork = { kind: 'markdown', text: '# Plan' }
const { signal } = new AbortController()

/** A worker in this process; `answer` undefined is none. */
function workerWith(answer: ((work: TextWork) => unknown) | undefined, isLoaded = true) {
  const events = new EventTarget()
  const tell = (data: unknown) => events.dispatchEvent(new MessageEvent('message', { data }))
  const terminate = jest.fn()
  const worker: TextWorker = {
    addEventListener: events.addEventListener.bind(events),
    terminate,
    postMessage: (work: TextWork) => {
      if (answer) queueMicrotask(() => tell(copyOf(answer(work))))
    },
  }
  const start = () => {
    if (isLoaded) queueMicrotask(() => tell('ready'))
    return worker
  }
  return { start, terminate, fail: () => events.dispatchEvent(new Event('error')) }
}

/** jsdom has no structuredClone; what JSON loses is not part of the results. */
const copyOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

afterEach(() => {
  jest.useRealTimers()
})

test('a worker that never answers is ended after the time limit', async () => {
  jest.useFakeTimers()
  const { start, terminate } = workerWith(undefined)
  const done = processText(markdown, signal, start)
  await jest.advanceTimersByTimeAsync(WORK_LIMIT_MS - 1)
  expect(terminate).not.toHaveBeenCalled()
  await jest.advanceTimersByTimeAsync(1)
  expect(await done).toBeNull()
  expect(terminate).toHaveBeenCalledTimes(1)
})

test('a worker whose script does not load is ended', async () => {
  jest.useFakeTimers()
  const { start, terminate } = workerWith(undefined, false)
  const done = processText(markdown, signal, start)
  await jest.advanceTimersByTimeAsync(START_LIMIT_MS)
  expect(await done).toBeNull()
  expect(terminate).toHaveBeenCalledTimes(1)
})

test('without a worker there is no result', async () => {
  const refuse = () => {
    throw new DOMException('The script is of another origin.', 'SecurityError')
  }
  expect(await processText(markdown, signal, refuse)).toBeNull()
})

test('a worker that fails is ended', async () => {
  const { start, terminate, fail } = workerWith(undefined, false)
  const done = processText(markdown, signal, start)
  fail()
  expect(await done).toBeNull()
  expect(terminate).toHaveBeenCalledTimes(1)
})

test('ends the worker when the file is left', async () => {
  const stop = new AbortController()
  const { start, terminate } = workerWith(undefined)
  const done = processText(markdown, stop.signal, start)
  stop.abort()
  expect(await done).toBeNull()
  expect(terminate).toHaveBeenCalledTimes(1)
  const later = jest.fn(start)
  expect(await processText(markdown, stop.signal, later)).toBeNull()
  expect(later).not.toHaveBeenCalled()
})

test('parses Markdown and colours code, and ends the worker', async () => {
  const { start, terminate } = workerWith(runTextWork)
  expect(await processText(markdown, signal, start)).toMatchObject([{ type: 'heading', depth: 1 }])
  const code = { kind: 'code', text: 'let x = 1', language: 'javascript' } as const
  const tree = await processText(code, signal, start)
  expect(tree?.children[0]).toMatchObject({ properties: { className: ['hljs-keyword'] } })
  expect(terminate).toHaveBeenCalledTimes(2)
})

test.each<TextWork>([
  { kind: 'code', text: 'x', language: 'unknown' },
  { kind: 'code', text: '1 '.repeat(50_000), language: 'javascript' },
  { kind: 'markdown', text: '- a\n'.repeat(32_768) },
  { kind: 'markdown', text: `${'>'.repeat(60)} a` },
])('has no result for what the page cannot show as elements', (work) => {
  expect(runTextWork(work)).toBeNull()
})
