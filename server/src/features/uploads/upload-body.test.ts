import { getEventListeners } from 'node:events'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { bodyOf, stoppable } from './upload-body.ts'

const MIB = 1024 * 1024
const doNotFake = ['nextTick', 'setImmediate', 'queueMicrotask'] as const
const { useFakeTimers, useRealTimers, advanceTimersByTime, getTimerCount } = import.meta.jest

async function batchesOf(body: AsyncIterable<readonly Uint8Array[]>): Promise<Buffer[]> {
  const batches: Buffer[] = []
  for await (const batch of body) batches.push(Buffer.concat(batch))
  return batches
}

describe('the bytes of a body', () => {
  test('come whole and in order, small pieces together', async () => {
    const pieces = Array.from({ length: 50 }, (_, n) => Buffer.alloc(1000, n))
    const batches = await batchesOf(bodyOf(Readable.from(pieces)))
    expect(Buffer.concat(batches).equals(Buffer.concat(pieces))).toBe(true)
    expect(batches.length).toBeLessThan(5)
  })

  test('come about a megabyte at a time', async () => {
    const pieces = Array.from({ length: 5 * 16 }, () => Buffer.alloc(64 * 1024, 1))
    const batches = await batchesOf(bodyOf(Readable.from(pieces)))
    expect(batches.reduce((sum, { length }) => sum + length, 0)).toBe(5 * MIB)
    expect(batches.length).toBeGreaterThanOrEqual(5)
    for (const { length } of batches) expect(length).toBeLessThanOrEqual(MIB)
  })

  test('come from a slow sender as they are sent', async () => {
    const stream = new PassThrough()
    const body = bodyOf(stream)
    const first = body.next()
    stream.write('one')
    expect(Buffer.concat((await first).value as Uint8Array[]).toString()).toBe('one')
    const second = body.next()
    stream.end('two')
    expect(Buffer.concat((await second).value as Uint8Array[]).toString()).toBe('two')
    expect(await body.next()).toEqual({ done: true, value: undefined })
  })

  test('are not received without limit while nobody reads them', async () => {
    const stream = new PassThrough({ highWaterMark: 16 * 1024 })
    const body = bodyOf(stream)
    const first = body.next()
    for (let n = 0; n < 64; n++) stream.write(Buffer.alloc(64 * 1024, 1))
    const { value } = await first
    expect(Buffer.concat(value as Uint8Array[]).length).toBe(15 * 64 * 1024)
    await nextTurn()
    await nextTurn()
    expect(stream.isPaused()).toBe(true)
    stream.end()
    const rest = await batchesOf(body)
    expect(rest.reduce((sum, { length }) => sum + length, 0)).toBe(49 * 64 * 1024)
  })

  test('are none where the sender sends none', async () => {
    expect(await batchesOf(bodyOf(Readable.from([])))).toEqual([])
  })

  test('that end early are passed on, and then an error is thrown', async () => {
    const stream = new PassThrough()
    const body = bodyOf(stream)
    const first = body.next()
    stream.write('some')
    expect(Buffer.concat((await first).value as Uint8Array[]).toString()).toBe('some')
    const next = body.next()
    stream.destroy()
    await expect(next).rejects.toMatchObject({ code: 'malformed-request' })
  })

  test('of a connection that is closed already are not waited for', async () => {
    const stream = new PassThrough()
    stream.destroy()
    await expect(bodyOf(stream).next()).rejects.toMatchObject({ code: 'malformed-request' })
  })

  test('that do not arrive for too long time out', async () => {
    const stream = new PassThrough()
    await expect(bodyOf(stream, 10).next()).rejects.toMatchObject({ code: 'malformed-request' })
    expect(stream.destroyed).toBe(false)
  })

  test('stay in the stream when the reader stops early', async () => {
    const stream = new PassThrough()
    stream.write('some')
    for await (const _ of bodyOf(stream)) break
    expect(['data', 'end', 'close'].map((event) => stream.listenerCount(event))).toEqual(
      ['data', 'end', 'close'].map((event) => new PassThrough().listenerCount(event)),
    )
    stream.destroy(new Error('later'))
    await nextTurn()
  })
})

describe('the bytes of a body, with fake timers,', () => {
  beforeEach(() => void useFakeTimers({ doNotFake: [...doNotFake] }))
  afterEach(() => void useRealTimers())

  const textOf = async (next: Promise<IteratorResult<readonly Uint8Array[]>>) =>
    Buffer.concat((await next).value as Uint8Array[]).toString()

  test('wait 20 ms for more, and leave no timer behind', async () => {
    const stream = new PassThrough()
    const body = bodyOf(stream)
    const first = body.next()
    let isHandedOn = false
    void first.then(() => (isHandedOn = true))
    for (const piece of ['a', 'b', 'c']) {
      stream.write(piece)
      await nextTurn()
    }
    advanceTimersByTime(19)
    await nextTurn()
    expect(isHandedOn).toBe(false)
    advanceTimersByTime(1)
    expect(await textOf(first)).toBe('abc')
    stream.end()
    expect((await body.next()).done).toBe(true)
    expect(getTimerCount()).toBe(0)
  })

  test('wait for nothing once there are 960 KiB', async () => {
    const stream = new PassThrough({ highWaterMark: MIB })
    const first = bodyOf(stream).next()
    for (let n = 0; n < 15; n++) {
      stream.write(Buffer.alloc(64 * 1024, 1))
      await nextTurn()
    }
    expect(await textOf(first)).toHaveLength(15 * 64 * 1024)
  })

  test('wait for nothing where 960 KiB came since the last were taken', async () => {
    const stream = new PassThrough({ highWaterMark: MIB })
    const body = bodyOf(stream)
    const first = body.next()
    stream.write('a')
    await nextTurn()
    advanceTimersByTime(20)
    expect(await textOf(first)).toBe('a')
    for (let n = 0; n < 15; n++) {
      stream.write(Buffer.alloc(64 * 1024, 1))
      await nextTurn()
    }
    expect(await textOf(body.next())).toHaveLength(15 * 64 * 1024)
  })

  test('wait for nothing once they ended', async () => {
    const stream = new PassThrough()
    const body = bodyOf(stream)
    const first = body.next()
    stream.write('a')
    await nextTurn()
    advanceTimersByTime(20)
    expect(await textOf(first)).toBe('a')
    stream.end('b')
    await nextTurn()
    await nextTurn()
    expect(await textOf(body.next())).toBe('b')
    expect((await body.next()).done).toBe(true)
  })
})

describe('the memory of bytes is', () => {
  /**
   * What is left of the memory of two buffers, one of its own and one that shares it, once the next batch is requested.
   */
  async function leftOf(stream: Readable): Promise<readonly number[]> {
    const [own, shared] = [Buffer.from(new ArrayBuffer(1000)), Buffer.from(new ArrayBuffer(1000), 10, 500)]
    const body = bodyOf(stream)
    stream.push(own)
    stream.push(shared)
    await body.next()
    expect([own.length, shared.length]).toEqual([1000, 500])
    stream.push(null)
    await body.next()
    return [own.length, shared.length]
  }

  test('freed after use when a request has it for itself', async () => {
    expect(await leftOf(new IncomingMessage(new Socket()))).toEqual([0, 500])
  })

  test('kept for the owner of any other stream', async () => {
    expect(await leftOf(new Readable({ read: () => undefined }))).toEqual([1000, 500])
  })
})

describe('what can be stopped', () => {
  async function* endless(onEnd: () => void) {
    try {
      for (let n = 0; ; n++) {
        await nextTurn()
        yield n
      }
    } finally {
      onEnd()
    }
  }

  test('is the same as long as nobody stops it', async () => {
    const source = Readable.from([1, 2, 3])
    const values: number[] = []
    for await (const value of stoppable<number>(source, new AbortController().signal)) values.push(value)
    expect(values).toEqual([1, 2, 3])
  })

  test('ends at once, although nothing more comes', async () => {
    const stop = new AbortController()
    const silent = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) }
    const next = stoppable(silent, stop.signal).next()
    stop.abort()
    await expect(next).rejects.toMatchObject({ code: 'upload-conflict' })
  })

  test('does not begin where it was stopped before', async () => {
    const next = stoppable(
      endless(() => undefined),
      AbortSignal.abort(),
    ).next()
    await expect(next).rejects.toMatchObject({ code: 'upload-conflict' })
  })

  test('ends its source with it', async () => {
    let ended = 0
    const count = () => void ended++
    const { signal } = new AbortController()
    for await (const n of stoppable(endless(count), signal)) if (n === 2) break
    await nextTurn()
    expect(ended).toBe(1)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})
