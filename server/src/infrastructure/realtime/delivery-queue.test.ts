import { createDeliveryQueue, type Deliveries } from './delivery-queue.ts'

let nowMs = 0
beforeEach(() => {
  nowMs = 0
})

/** Sends these, each of which takes 0.1 ms. */
function* deliveries(sent: number[], first: number, count: number): Deliveries {
  for (let n = first; n < first + count; n++) {
    nowMs += 0.1
    sent.push(n)
    yield
  }
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('sends in the order of the calls, for 8 ms in each turn of the event loop', async () => {
  const queue = createDeliveryQueue(10, () => nowMs)
  const sent: number[] = []
  queue.add(deliveries(sent, 0, 100))
  queue.add(deliveries(sent, 100, 1))
  queue.add(deliveries(sent, 101, 149))
  const sentInTurns = [sent.length]
  while (sent.length < 250) {
    await nextTurn()
    sentInTurns.push(sent.length)
  }
  expect(sent).toEqual(Array.from({ length: 250 }, (_, n) => n))
  // It looks at the clock after every 16.
  expect(sentInTurns).toEqual([0, 96, 192, 250])
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
