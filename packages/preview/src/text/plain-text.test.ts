import { blocksOf } from './plain-text.tsx'

test('cuts a text at the ends of lines', () => {
  const text = `${'line\n'.repeat(5000)}end`
  const blocks = blocksOf(text)
  expect(blocks.join('')).toBe(text)
  expect(blocks.length).toBeGreaterThan(2)
  expect(blocks.slice(0, -1).every((block) => block.endsWith('\n') && block.length <= 8000)).toBe(true)
})

test('cuts a long line between characters', () => {
  const text = '😀'.repeat(9001)
  const blocks = blocksOf(`a${text}`)
  expect(blocks.join('')).toBe(`a${text}`)
  // Throws for half a character.
  expect(blocks.every((block) => block.length <= 8000 && encodeURIComponent(block) !== '')).toBe(true)
})
