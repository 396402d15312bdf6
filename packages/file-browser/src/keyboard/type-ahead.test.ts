import { createTypeAhead, findByName } from './type-ahead.ts'

const rows = (...names: string[]) => names.map((name, index) => [index, { attributes: { name } }] as const)

test('collects letters until a pause', () => {
  let time = 0
  const typed = createTypeAhead(() => time)
  expect(typed.add('b').text).toBe('b')
  time += 300
  expect(typed.add('u').text).toBe('bu')
  expect(typed.isTyping()).toBe(true)
  time += 2000
  expect(typed.isTyping()).toBe(false)
  expect(typed.add('c').text).toBe('c')
})

test('starts again after a reset', () => {
  const typed = createTypeAhead(() => 0)
  typed.add('b')
  typed.reset()
  expect(typed.isTyping()).toBe(false)
  expect(typed.add('c').text).toBe('c')
})

test('a repeated letter searches from the next row', () => {
  const typed = createTypeAhead(() => 0)
  typed.add('b')
  expect(typed.add('b')).toEqual({ text: 'b', fromNext: true })
})

test('finds the next name from a row on, and continues at the first row', () => {
  const list = rows('beta', 'alpha', 'Bravo', 'gamma')
  expect(findByName(list, 'b', 1)).toBe(2)
  expect(findByName(list, 'b', 3)).toBe(0)
  expect(findByName(list, 'x', 0)).toBeNull()
})

test('ignores accents and case', () => {
  expect(findByName(rows('Öl'), 'o', 0)).toBe(0)
  expect(findByName(rows('Ordner'), 'ö', 0)).toBe(0)
})
