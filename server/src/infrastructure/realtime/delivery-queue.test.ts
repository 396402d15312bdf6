import { createDeliveryQueue, type Deliveries } from './delivery-queue.ts'

/** Sends these, each of which takes some microseconds. */
function* deliveries(sent: number[], first: number, count: number): Deliveries {
  for (let n = first; n < first + count; n++) {
    const endMs = performance.now() + 0.01
    while (performance.now() < endMs);
    sent.push(n)
    yield
  }
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('sends in the order of the calls, and lets other work run between', async () => {
  const queue = createDeliveryQueue(10)
  const sent: number[] = []
  queue.add(deliveries(sent, 0, 10_000))
  queue.add(deliveries(sent, 10_000, 1))
  queue.add(deliveries(sent, 10_001, 9999))
  expect(sent).toEqual([])
  let turns = 0
  let most = 0
  while (sent.length < 20_000) {
    const before = sent.length
    await nextTurn()
    turns++
    most = Math.max(most, sent.length - before)
  }
  expect(sent).toEqual(Array.from({ length: 20_000 }, (_, n) => n))
  // 20,000 times 0.01 ms, in slices of 8 ms.
  expect(turns).toBeGreaterThan(10)
  expect(most).toBeLessThan(2000)
})

test('with too many that wait, nothing is sent', async () => {
  const queue = createDeliveryQueue(2)
  const sent: number[] = []
  expect([1, 2, 3].map((n) => queue.add(deliveries(sent, n, 1)))).toEqual([true, true, false])
  await nextTurn()
  expect(sent).toEqual([])
  expect(queue.add(deliveries(sent, 4, 1))).toBe(true)
  await nextTurn()
  expect(sent).toEqual([4])
  queue.add(deliveries(sent, 5, 1))
  queue.close()
  await nextTurn()
  expect(sent).toEqual([4])
})
