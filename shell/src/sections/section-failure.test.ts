import { asFailure, chunkSentence, isChunkError, SectionFailure } from './section-failure.ts'

test('a failure stays what it is', () => {
  const failure = new SectionFailure('start', 'Its start failed', 'http://x/x.js')
  expect(asFailure(failure, 'http://y/y.js')).toBe(failure)
})

test.each([
  ['an error', new TypeError('boom'), 'TypeError: boom'],
  ['something else', 'boom', 'boom'],
])('%s that was thrown is a failure of the address', (_, thrown, message) => {
  expect(asFailure(thrown, 'http://x/x.js')).toMatchObject({ problem: 'threw', message, address: 'http://x/x.js' })
})

test('only an error of that name is a chunk that did not come', () => {
  const named = { name: 'ChunkLoadError' }
  expect([Object.assign(new Error(), named), new Error(), named].map(isChunkError)).toEqual([true, false, false])
})

test.each([
  ['Loading chunk 412 failed.\n(missing: http://x/412.js)', 'Loading chunk 412 failed (missing file)'],
  ['Loading chunk 412 failed', 'Loading chunk 412 failed (missing file)'],
])('of what webpack says the first sentence is shown: %j', (message, expected) => {
  const error = Object.assign(new Error(message), { name: 'ChunkLoadError', type: 'missing', request: '' })
  expect(chunkSentence(error)).toBe(expected)
})
