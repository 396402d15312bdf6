import { splitIntoCalls, sendAll } from './batched-calls.ts'

const selectionOf = (count: number) => ({
  items: Array.from({ length: count }, (_, at) => ({ id: `id-${String(at)}` })),
})

test('at most a thousand entries are sent in one call', () => {
  expect(splitIntoCalls(Array.from({ length: 2001 }, (_, at) => at)).map((call) => call.length)).toEqual([
    1000, 1000, 1,
  ])
})

test('stops at the first failure and names what was done before it', async () => {
  const error = new Error('offline')
  const answers = [() => Promise.resolve({}), () => Promise.reject(error)]
  const calls: unknown[] = []
  const { items, failure } = await sendAll([selectionOf(2), selectionOf(3), selectionOf(4)], (selection) => {
    calls.push(selection)
    return (answers[calls.length - 1] as () => Promise<object>)()
  })
  expect(items.map(({ id }) => id)).toEqual(['id-0', 'id-1'])
  expect(failure).toEqual({ error })
  expect(calls).toHaveLength(2)
})

test('after a call on a whole folder the items are those that the server names', async () => {
  const { items } = await sendAll([{ parent_id: null, all: true as const, except: [] }], () =>
    Promise.resolve({ ids: ['a', 'b'] }),
  )
  expect(items).toEqual([{ id: 'a' }, { id: 'b' }])
})
