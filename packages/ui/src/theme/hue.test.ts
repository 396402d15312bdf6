import { hueOf, hues } from './hue.ts'

test('gives a name the same hue always, and never grey', () => {
  const names = Array.from({ length: 200 }, (_, index) => `Person ${index}`)
  expect(names.map(hueOf)).toEqual(names.map(hueOf))
  expect(new Set(names.map(hueOf))).toEqual(new Set(hues.filter((hue) => hue !== 'grey')))
})
