import { type Item, splitIntoCalls, sendAll } from './batched-calls.ts'

const byId = (ids: readonly string[]): Item[] => ids.map((id) => ({ id }))
const known = (ids: readonly string[]): Item[] => ids.map((id) => ({ id, type: 'folder' }))
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
  const answers = [() => Promise.resolve({ count: 2 }), () => Promise.reject(error)]
  const calls: unknown[] = []
  const { items, failure } = await sendAll(
    [selectionOf(2), selectionOf(3), selectionOf(4)],
    (selection) => {
      calls.push(selection)
      return (answers[calls.length - 1] as () => Promise<{ count: number }>)()
    },
    byId,
  )
  expect(items.map(({ id }) => id)).toEqual(['id-0', 'id-1'])
  expect(failure).toEqual({ error })
  expect(calls).toHaveLength(2)
})

test('after a call on a whole folder the items are those that the server names', async () => {
  const { items } = await sendAll(
    [{ parent_id: null, all: true as const, except: [] }],
    () => Promise.resolve({ count: 2, ids: ['a', 'b'] }),
    known,
  )
  expect(items).toEqual([
    { id: 'a', type: 'folder' },
    { id: 'b', type: 'folder' },
  ])
})

test('of a move the server says which are folders', async () => {
  const { items } = await sendAll(
    [{ parent_id: null, all: true as const, except: [] }],
    () => Promise.resolve({ count: 2, ids: ['a', 'b'], folders: ['b'] }),
    byId,
  )
  expect(items).toEqual([
    { id: 'a', type: 'file' },
    { id: 'b', type: 'folder' },
  ])
})

test('what the server names of a selection has the types of the selection', async () => {
  const items = [
    { id: 'a', type: 'file' },
    { id: 'b', type: 'folder' },
  ]
  const sent = await sendAll([{ items }], () => Promise.resolve({ count: 1, ids: ['b'] }), byId)
  expect(sent.items).toEqual([{ id: 'b', type: 'folder' }])
})

test('what a call on a whole folder does not name is counted, and cannot be undone', async () => {
  const call = (count: number) => () => Promise.resolve({ count })
  const all = { parent_id: null, all: true as const, except: [] }
  expect(await sendAll([all], call(30_000), byId)).toMatchObject({ items: [], count: 30_000, canUndo: false })
  expect(await sendAll([all], call(0), byId)).toMatchObject({ items: [], count: 0, canUndo: true })
  expect(await sendAll([selectionOf(2)], call(2), byId)).toMatchObject({ count: 2, canUndo: true })
})
