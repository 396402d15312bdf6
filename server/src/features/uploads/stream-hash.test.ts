import { execFile } from 'node:child_process'
import { createHash, type Hash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { createStreamHashes, type StreamHashes } from './stream-hash.ts'

const doNotFake = ['nextTick', 'setImmediate', 'queueMicrotask'] as const
const jest = import.meta.jest
const { useFakeTimers, useRealTimers, advanceTimersByTime } = jest

let hashes: StreamHashes
beforeEach(() => void (hashes = createStreamHashes()))
afterEach(() => hashes.close())

const MIB = 1_048_576
const sha256 = (...parts: readonly Uint8Array[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}
function shared(bytes: Uint8Array): Uint8Array {
  const block = new Uint8Array(new SharedArrayBuffer(bytes.length))
  block.set(bytes)
  return block
}

test.each([
  ['a small file', 1000],
  ['a large file', 100 * MIB],
  ['a file of unknown size', undefined],
])('hashes what it is given in turn, for %s', async (_what, size) => {
  const hash = hashes.create(size)
  const parts = [randomBytes(1000), randomBytes(MIB), randomBytes(1)]
  await Promise.all(parts.map((part) => hash.update(shared(part))))
  expect(await hash.digest()).toBe(sha256(...parts))
  const more = randomBytes(10)
  await hash.update(shared(more))
  expect(await hash.digest()).toBe(sha256(...parts, more))
})

test.each([1000, 100 * MIB])('a copy is independent (%i bytes)', async (size) => {
  const hash = hashes.create(size)
  const [one, two, three] = [randomBytes(100), randomBytes(100), randomBytes(100)]
  await hash.update(shared(one))
  const copy = hash.copy()!
  await Promise.all([hash.update(shared(two)), copy.update(shared(three))])
  expect(await hash.digest()).toBe(sha256(one, two))
  hash.free()
  expect(await copy.digest()).toBe(sha256(one, three))
  copy.free()
})

test('large files are hashed on another thread', async () => {
  const hash = hashes.create(100 * MIB)
  const hereOnly = jest.spyOn(Object.getPrototypeOf(createHash('sha256')) as Hash, 'update')
  const block = randomBytes(MIB)
  await hash.update(shared(block))
  const digest = await hash.digest()
  expect(hereOnly).not.toHaveBeenCalled()
  hereOnly.mockRestore()
  expect(digest).toBe(sha256(block))
})

test('the hashes of a thread that ended are lost, and reported as lost', async () => {
  const hash = hashes.create(undefined)
  await hash.update(shared(randomBytes(10)))
  hashes.close()
  expect(hash.copy()).toBeUndefined()
  await expect(hash.digest()).rejects.toThrow('thread')
  const another = hashes.create(undefined)
  await another.update(shared(Buffer.from('a')))
  expect(await another.digest()).toBe(sha256(Buffer.from('a')))
})

test.each([
  ['before its thread ended', true],
  ['after its thread ended', false],
])('a thread is not ended by the last hash of an earlier one, freed %s', async (_when, isBefore) => {
  useFakeTimers({ doNotFake: [...doNotFake] })
  try {
    const [first, last] = [hashes.create(undefined), hashes.create(undefined)]
    first.free()
    if (isBefore) last.free()
    // There is no such hash any more, which ends the thread.
    await expect(first.digest()).rejects.toThrow('no hash')
    const later = hashes.create(undefined)
    await later.update(shared(Buffer.from('a')))
    if (!isBefore) last.free()
    advanceTimersByTime(60_000)
    expect(await later.digest()).toBe(sha256(Buffer.from('a')))
  } finally {
    useRealTimers()
  }
})

test('a thread without hashes ends after a while', async () => {
  useFakeTimers({ doNotFake: [...doNotFake] })
  try {
    const hash = hashes.create(undefined)
    await hash.update(shared(Buffer.from('a')))
    hash.free()
    advanceTimersByTime(29_000)
    const another = hashes.create(undefined)
    advanceTimersByTime(60_000)
    await another.update(shared(Buffer.from('a')))
    another.free()
    advanceTimersByTime(60_000)
    expect(another.copy()).toBeUndefined()
  } finally {
    useRealTimers()
  }
})

test.each([
  ['begun and never read', '', ''],
  [
    'waited for',
    'void hash.update(new Uint8Array(new SharedArrayBuffer(1)))\nconsole.log(await hash.digest())',
    sha256(new Uint8Array(1)),
  ],
])('a process ends by itself after a hash was %s', async (_what, script, expected) => {
  const from = new URL('./stream-hash.ts', import.meta.url).href
  const module = `import { createStreamHashes } from '${from}'\nconst hash = createStreamHashes().create()\n${script}`
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', module])
  expect(stdout.trim()).toBe(expected)
})
