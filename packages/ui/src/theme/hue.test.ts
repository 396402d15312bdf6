import { hueNear, hueOf, hues } from './hue.ts'

test('a name always has the same hue, and never grey', () => {
  const names = Array.from({ length: 200 }, (_, index) => `Person ${index}`)
  expect(names.map(hueOf)).toEqual(names.map(hueOf))
  expect(new Set(names.map(hueOf))).toEqual(new Set(hues.filter((hue) => hue !== 'grey')))
})

test.each([
  ['#9d66fe', 'violet'],
  ['#fe66a1', 'pink'],
  ['#fe6057', 'red'],
  ['#fe9f43', 'orange'],
  ['#00bc7e', 'green'],
  ['#41b6e6', 'blue'],
  ['#5C6BC0', 'indigo'],
  ['#808080', 'grey'],
  ['#fff', undefined],
  ['red; --c-s: url(x)', undefined],
])('the colour %s is shown in the hue %s', (color, hue) => {
  expect(hueNear(color)).toBe(hue)
})
