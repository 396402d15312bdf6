import { listTarget, readKey } from './list-keys.ts'

const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const read = (key: string, modifiers: Partial<typeof plain> = {}, index = 5) =>
  readKey({ key, ...plain, ...modifiers }, 100, (pressed) => listTarget(pressed, index, 100, 10))

test.each([
  ['ArrowDown', 6],
  ['ArrowUp', 4],
  ['Home', 0],
  ['End', 99],
  ['PageDown', 15],
  ['PageUp', 0],
])('%s moves to row %d', (key, to) => {
  expect(read(key)).toEqual({ do: 'move', to, extend: false, keep: false })
})

test('Shift extends the range and Ctrl moves without selecting', () => {
  expect(read('ArrowDown', { shiftKey: true })).toMatchObject({ to: 6, extend: true })
  expect(read('ArrowDown', { ctrlKey: true })).toMatchObject({ to: 6, keep: true })
})

test('without a cursor, ArrowDown moves to the first row and ArrowUp to the last', () => {
  expect(read('ArrowDown', {}, -1)).toMatchObject({ to: 0 })
  expect(read('ArrowUp', {}, -1)).toMatchObject({ to: 99 })
})

test.each([
  ['Enter', 'open'],
  ['F2', 'rename'],
  ['Delete', 'delete'],
  ['Escape', 'clear'],
  [' ', 'preview'],
  ['ContextMenu', 'menu'],
])('%s means %s', (key, command) => {
  expect(read(key)).toEqual({ do: command })
})

test('the keys of the page, which search and list the shortcuts, are no letters of a name', () => {
  for (const key of ['/', '?']) expect(read(key)).toBeNull()
})

test('Ctrl+A and Cmd+A select everything', () => {
  expect(read('a', { ctrlKey: true })).toEqual({ do: 'all' })
  expect(read('A', { metaKey: true })).toEqual({ do: 'all' })
})

test('a letter is typed, and shortcuts of the browser are not handled', () => {
  expect(read('k')).toEqual({ do: 'type', character: 'k' })
  expect(read('k', { ctrlKey: true })).toBeNull()
  expect(read('ArrowLeft', { altKey: true })).toBeNull()
  expect(read('Tab')).toBeNull()
})
