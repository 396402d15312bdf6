import { type Entry, MAX_ITEMS_PER_CALL } from '@holdall/api'
import {
  countSelected,
  createSelection,
  everything,
  isNothing,
  isSelected,
  nothing,
  some,
  toggle,
  toWire,
  withMore,
  without,
} from './selection.ts'

const entry = (id: string) => ({ id, type: 'file' }) as Entry

test('everything is one request, for any number of rows', () => {
  const state = everything()
  expect(countSelected(state, 100_000)).toBe(100_000)
  expect(isSelected(state, 'any')).toBe(true)
  expect(toWire(state, 'folder')).toEqual([{ parent_id: 'folder', all: true, except: [] }])
})

test('deselecting a row of everything keeps all others', () => {
  const state = toggle(everything(), entry('a'))
  expect(isSelected(state, 'a')).toBe(false)
  expect(countSelected(state, 10)).toBe(9)
  expect(toWire(state, null)).toEqual([{ parent_id: null, all: true, except: ['a'] }])
  expect(countSelected(toggle(state, entry('a')), 10)).toBe(10)
})

test('several rows of everything are deselected, and selected again, at once', () => {
  const three = [entry('a'), entry('b'), entry('c')]
  const state = without(without(everything(), [entry('a')]), [entry('b'), entry('c')])
  expect(countSelected(state, 10)).toBe(7)
  expect(withMore(state, three)).toEqual(everything())
  expect(toWire(withMore(state, three.slice(1)), null)).toEqual([{ parent_id: null, all: true, except: ['a'] }])
})

test('the count is 0 where the folder has fewer rows than are deselected', () => {
  expect(countSelected(without(everything(), [entry('a'), entry('b')]), 1)).toBe(0)
})

test('isNothing is true only for a selection without rows', () => {
  expect(createSelection().get()).toEqual(nothing)
  expect([nothing, some([entry('a')]), everything()].map(isNothing)).toEqual([true, false, false])
})

test('rows are added and removed', () => {
  const two = withMore(some([entry('a')]), [entry('b')])
  expect(countSelected(two, 10)).toBe(2)
  expect(countSelected(without(two, [entry('a')]), 10)).toBe(1)
  expect(toggle(toggle(nothing, entry('a')), entry('a'))).toEqual(nothing)
})

test('many ids are sent in several calls', () => {
  const many = some(Array.from({ length: MAX_ITEMS_PER_CALL + 1 }, (_, index) => entry(String(index))))
  const calls = toWire(many, null).map((call) => ('items' in call ? call.items : []))
  expect(calls.map(({ length }) => length)).toEqual([MAX_ITEMS_PER_CALL, 1])
  expect(calls.map(([first]) => first)).toEqual([
    { id: '0', type: 'file' },
    { id: String(MAX_ITEMS_PER_CALL), type: 'file' },
  ])
})

test('an empty selection makes no call', () => {
  expect(toWire(nothing, null)).toEqual([])
})
