import { hueOf, hues } from './hue.ts'

test('a name always has the same hue, and never grey', () => {
  const names = Array.from({ length: 200 }, (_, index) => `Person ${index}`)
  expect(names.map(hueOf)).toEqual(names.map(hueOf))
  expect(new Set(names.map(hueOf))).toEqual(new Set(hues.filter((hue) => hue !== 'grey')))
})
