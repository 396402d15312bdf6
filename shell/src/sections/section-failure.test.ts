import { asFailure, chunkSentence, isChunkError, SectionFailure } from './section-failure.ts'

test('a SectionFailure is returned unchanged', () => {
  const failure = new SectionFailure('start', 'Its start failed', 'http://x/x.js')
  expect(asFailure(failure, 'http://y/y.js')).toBe(failure)
})

test.each([
  ['an error', new TypeError('boom'), 'TypeError: boom'],
  ['something else', 'boom', 'boom'],
])('%s that was thrown becomes a failure with the address', (_, thrown, message) => {
  expect(asFailure(thrown, 'http://x/x.js')).toMatchObject({ problem: 'threw', message, address: 'http://x/x.js' })
})

test('only an error named ChunkLoadError is a chunk error', () => {
  const named = { name: 'ChunkLoadError' }
  expect([Object.assign(new Error(), named), new Error(), named].map(isChunkError)).toEqual([true, false, false])
})

test.each([
  ['Loading chunk 412 failed.\n(missing: http://x/412.js)', 'Loading chunk 412 failed (missing file)'],
  ['Loading chunk 412 failed', 'Loading chunk 412 failed (missing file)'],
])('the first sentence of webpack’s message is shown: %j', (message, expected) => {
  const error = Object.assign(new Error(message), { name: 'ChunkLoadError', type: 'missing', request: '' })
  expect(chunkSentence(error)).toBe(expected)
})
