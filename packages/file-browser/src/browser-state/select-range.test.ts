import type { Entry } from '@holdall/api'
import { fakeBrowser } from '../testing/fake-browser.ts'
import { selectAll, selectRange } from './select-range.ts'
import { setMultiSelect } from './multi-select.ts'
import { everything, type SelectionState, some, toWire } from './selection.ts'

const idsOf = (state: SelectionState) => (state.mode === 'some' ? [...state.entries.keys()] : 'all')
const notLoaded = (total: number) => fakeBrowser({ total, isLoaded: () => false })

test.each([
  ['downwards', 2, 4],
  ['upwards', 4, 2],
])('selects the rows between two rows, both included, %s', async (_, from, to) => {
  const { browser, loads } = fakeBrowser({ total: 9 })
  await selectRange(browser, from, to)
  expect(idsOf(browser.selection.get())).toEqual(['id-2', 'id-3', 'id-4'])
  expect(loads).toEqual([])
})

test.each([
  ['loaded', () => true],
  ['not loaded', () => false],
])('a range of rows that are %s replaces the selection, or is added to it', async (_, isLoaded) => {
  const { browser, rows } = fakeBrowser({ total: 9, isLoaded })
  browser.selection.set(some(rows(7, 7)))
  await selectRange(browser, 1, 2, true)
  expect(idsOf(browser.selection.get())).toEqual(['id-7', 'id-1', 'id-2'])
  await selectRange(browser, 4, 5)
  expect(idsOf(browser.selection.get())).toEqual(['id-4', 'id-5'])
})

test('adding a range to everything but some rows selects those rows again', async () => {
  const { browser } = notLoaded(9)
  browser.selection.set({ mode: 'all', except: new Set(['id-1', 'id-8']) })
  await selectRange(browser, 0, 2, true)
  expect(toWire(browser.selection.get(), null)).toEqual([{ parent_id: null, all: true, except: ['id-8'] }])
})

test('a range of all rows is everything, whether they are loaded or not', async () => {
  const { browser, loads } = notLoaded(5000)
  await selectRange(browser, 4999, 0)
  expect(browser.selection.get()).toEqual(everything())
  expect(loads).toEqual([])
})

test.each([
  ['from the first row', 0, 3],
  ['to the last row', 1, 4],
])('a range %s is not everything', async (_, from, to) => {
  const { browser } = fakeBrowser({ total: 5 })
  await selectRange(browser, from, to)
  expect(idsOf(browser.selection.get())).toHaveLength(4)
})

test('the only row of a folder is selected by its id', async () => {
  const { browser } = fakeBrowser({ total: 1 })
  await selectRange(browser, 0, 0)
  expect(idsOf(browser.selection.get())).toEqual(['id-0'])
})

test('the rows of a partly loaded range are fetched', async () => {
  const { browser, loads } = fakeBrowser({ total: 9, isLoaded: (index) => index < 4 })
  await selectRange(browser, 3, 4)
  expect(loads).toEqual([[3, 4]])
  expect(idsOf(browser.selection.get())).toEqual(['id-3', 'id-4'])
})

test.each([
  ['the rows of a range of up to a thousand', 1200, 100, 1099, [[100, 1099]]],
  ['the rows of a range of half of the folder', 2400, 0, 1199, [[0, 1199]]],
  [
    'the rows outside of a range of more than half',
    2400,
    10,
    1210,
    [
      [0, 9],
      [1211, 2399],
    ],
  ],
])('of a long range the smaller part is fetched: %s', async (_, total, from, to, expected) => {
  const { browser, loads } = notLoaded(total)
  await selectRange(browser, from, to)
  expect(loads).toEqual(expected)
})

test('a long range is selected as everything but the rows outside of it', async () => {
  const { browser } = notLoaded(2000)
  await selectRange(browser, 2, 1997)
  expect(toWire(browser.selection.get(), null)).toEqual([
    { parent_id: null, all: true, except: ['id-0', 'id-1', 'id-1998', 'id-1999'] },
  ])
})

test('a long range that is added to a selection is fetched whole', async () => {
  const { browser, loads } = notLoaded(2000)
  await selectRange(browser, 2, 1997, true)
  expect(loads).toEqual([[2, 1997]])
  expect(idsOf(browser.selection.get())).toHaveLength(1996)
})

test('`selecting` is true while rows are loaded', async () => {
  const { browser } = notLoaded(9)
  const done = selectRange(browser, 1, 2)
  expect(browser.selecting.get()).toBe(true)
  await done
  expect(browser.selecting.get()).toBe(false)
})

test('rows that cannot be fetched are reported, and the selection stays', async () => {
  const broken = new Error('offline')
  const { browser, rows, failures } = fakeBrowser({
    total: 9,
    isLoaded: () => false,
    load: () => Promise.reject(broken),
  })
  browser.selection.set(some(rows(7, 7)))
  await selectRange(browser, 1, 2)
  expect(failures).toEqual([broken])
  expect(idsOf(browser.selection.get())).toEqual(['id-7'])
  expect(browser.selecting.get()).toBe(false)
})

test('a selection that is made while rows are fetched stays', async () => {
  let arrive: (rows: readonly Entry[]) => void = () => {}
  const { browser, rows } = fakeBrowser({
    total: 9,
    isLoaded: () => false,
    load: () =>
      new Promise((resolve) => {
        arrive = resolve
      }),
  })
  const done = selectRange(browser, 1, 2)
  browser.selection.set(some(rows(7, 7)))
  arrive(rows(1, 2))
  await done
  expect(idsOf(browser.selection.get())).toEqual(['id-7'])
})

describe('in a list over several folders', () => {
  const list = (total: number, given: Partial<Parameters<typeof fakeBrowser>[0]> = {}) =>
    fakeBrowser({ total, isFolder: false, isLoaded: () => false, ...given })

  test('all rows are fetched and selected by id', async () => {
    const { browser, loads } = list(450)
    await selectAll(browser)
    expect(idsOf(browser.selection.get())).toHaveLength(450)
    expect(loads).toEqual([[0, 449]])
  })

  test('rows that are loaded are selected at once', () => {
    const { browser } = list(3, { isLoaded: () => true })
    void selectAll(browser)
    expect(idsOf(browser.selection.get())).toEqual(['id-0', 'id-1', 'id-2'])
  })

  test('a range is never everything but some rows, however long it is', async () => {
    const { browser } = list(5000)
    await selectRange(browser, 1, 4999)
    expect(idsOf(browser.selection.get())).toHaveLength(4999)
  })

  test('clearing the selection abandons one whose rows are being loaded', async () => {
    let arrive = (_rows: readonly Entry[]) => {}
    const { browser, rows } = list(3, {
      load: () =>
        new Promise((resolve) => {
          arrive = resolve
        }),
    })
    const selected = selectAll(browser)
    expect(browser.selecting.get()).toBe(true)
    setMultiSelect(browser, false)
    expect(browser.selecting.get()).toBe(false)
    arrive(rows(0, 2))
    await selected
    expect(idsOf(browser.selection.get())).toEqual([])
  })
})
