import type { Entry } from '@holdall/api'
import {
  countSelected,
  everything,
  IDS_PER_CALL,
  isSelected,
  nothing,
  some,
  toggle,
  toWire,
  withMore,
  without,
} from './selection.ts'

const entry = (id: string) => ({ id, type: 'file' }) as Entry

test('everything is one word, however many rows there are', () => {
  const state = everything()
  expect(countSelected(state, 100_000)).toBe(100_000)
  expect(isSelected(state, 'any')).toBe(true)
  expect(toWire(state, 'folder')).toEqual([{ parent_id: 'folder', all: true, except: [] }])
})

test('taking a row out of everything leaves all the others', () => {
  const state = toggle(everything(), entry('a'))
  expect(isSelected(state, 'a')).toBe(false)
  expect(countSelected(state, 10)).toBe(9)
  expect(toWire(state, null)).toEqual([{ parent_id: null, all: true, except: ['a'] }])
  expect(countSelected(toggle(state, entry('a')), 10)).toBe(10)
})

test('rows are added and taken away one by one', () => {
  const two = withMore(some([entry('a')]), [entry('b')])
  expect(countSelected(two, 10)).toBe(2)
  expect(countSelected(without(two, [entry('a')]), 10)).toBe(1)
  expect(toggle(toggle(nothing, entry('a')), entry('a'))).toEqual(nothing)
})

test('many ids go to the server in several calls', () => {
  const many = some(Array.from({ length: IDS_PER_CALL + 1 }, (_, index) => entry(String(index))))
  const calls = toWire(many, null)
  expect(calls.map((call) => ('items' in call ? call.items.length : 0))).toEqual([IDS_PER_CALL, 1])
})
