import { PassThrough, Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { bodyOf, stoppable } from './body.ts'

const MIB = 1024 * 1024

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

  test('are not received on and on while nobody takes them', async () => {
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

  test('that break off are handed on, and then it is said', async () => {
    const stream = new PassThrough()
    const body = bodyOf(stream)
    const first = body.next()
    stream.write('some')
    expect(Buffer.concat((await first).value as Uint8Array[]).toString()).toBe('some')
    const next = body.next()
    stream.destroy()
    await expect(next).rejects.toMatchObject({ code: 'malformed-request' })
  })

  test('of a connection that is gone already are not waited for', async () => {
    const stream = new PassThrough()
    stream.destroy()
    await expect(bodyOf(stream).next()).rejects.toMatchObject({ code: 'malformed-request' })
  })

  test('that stay away for too long are given up', async () => {
    const stream = new PassThrough()
    await expect(bodyOf(stream, 10).next()).rejects.toMatchObject({ code: 'malformed-request' })
    expect(stream.destroyed).toBe(false)
  })

  test('are left where they are by who takes no more', async () => {
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
    for await (const n of stoppable(endless(count), new AbortController().signal)) if (n === 2) break
    await nextTurn()
    expect(ended).toBe(1)
  })
})
