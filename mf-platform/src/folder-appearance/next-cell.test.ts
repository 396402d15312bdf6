import { nextCell } from './next-cell.ts'

const from = (at: number, key: string, isRtl = false) => nextCell(key, { at, count: 20, columns: 8, isRtl })

test('arrows, Home and End move between the cells of a grid', () => {
  expect(['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End'].map((key) => from(9, key))).toEqual([
    10, 8, 17, 1, 8, 15,
  ])
  expect(from(17, 'End')).toBe(19)
})

test('right and left change places where text runs from right to left', () => {
  expect([from(9, 'ArrowRight', true), from(9, 'ArrowLeft', true)]).toEqual([8, 10])
})

test('there is no cell behind the last one, none before the first, and none for another key', () => {
  expect([
    from(19, 'ArrowRight'),
    from(0, 'ArrowLeft'),
    from(15, 'ArrowDown'),
    from(3, 'ArrowUp'),
    from(3, 'a'),
  ]).toEqual([null, null, null, null, null])
})
