import { droppedLinks, linksOf, onLines } from './remote-links.ts'

test('each line that is filled is a link, and those that are none are named by their line', () => {
  const text = [
    ' https://files.example/a.zip ',
    '',
    'files.example/b',
    'ftp://files.example/c',
    'https://u:p@files.example/d',
    `http://files.example/${'x'.repeat(2048)}`,
  ].join('\n')
  expect(linksOf(text)).toEqual({
    urls: expect.arrayContaining(['https://files.example/a.zip', 'files.example/b']),
    problems: [
      { line: 3, problem: 'invalid' },
      { line: 4, problem: 'invalid' },
      { line: 5, problem: 'credentials' },
      { line: 6, problem: 'too-long' },
    ],
    isTooMany: false,
  })
  expect(linksOf(' \n\n')).toEqual({ urls: [], problems: [], isTooMany: false })
  expect(linksOf('http://a\n'.repeat(20)).isTooMany).toBe(false)
  expect(linksOf('http://a\n'.repeat(21)).isTooMany).toBe(true)
})

test('links that are pasted side by side get a line each', () => {
  expect(onLines('https://a.example/1  http://b.example/2\nhttps://c.example/3')).toBe(
    'https://a.example/1\nhttp://b.example/2\nhttps://c.example/3',
  )
})

test('dropped links come from the list of addresses, else from the text', () => {
  const data = (types: Readonly<Record<string, string>>) => ({ getData: (type: string) => types[type] ?? '' })
  expect(droppedLinks(data({ 'text/uri-list': '# Title\r\nhttps://a.example/1\r\nhttps://a.example/2' }))).toBe(
    'https://a.example/1\nhttps://a.example/2',
  )
  expect(droppedLinks(data({ 'text/plain': 'https://a.example/1 https://a.example/2' }))).toBe(
    'https://a.example/1\nhttps://a.example/2',
  )
})
