import { isBlocked, sniff } from './sniff.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['\x89PNG\r\n\x1a\n....', 'x.txt', 'image/png'],
  ['\xff\xd8\xff\xe0', 'x', 'image/jpeg'],
  ['RIFF....WEBPVP8 ', 'x', 'image/webp'],
  ['RIFF....WAVEfmt ', 'x', 'audio/wav'],
  ['\0\0\0\x20ftypisom....', 'x', 'video/mp4'],
  ['\0\0\0\x20ftypavif....', 'x', 'image/avif'],
  ['\x1aE\xdf\xa3....webm', 'x', 'video/webm'],
  ['ID3\x03', 'x', 'audio/mpeg'],
  ['\xff\xfb\x90\x64', 'x', 'audio/mpeg'],
  ['%PDF-1.4', 'x.html', 'application/pdf'],
  ['PK\x03\x04', 'x.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['PK\x03\x04', 'x.png', 'application/zip'],
  ['a,b\n1,2', 'x.csv', 'text/csv'],
  ['plain words', 'x.png', 'text/plain'],
  ['MZ is how this letter begins', 'x.txt', 'text/plain'],
  ['MZ\x90\0\x03', 'x.txt', 'application/x-msdownload'],
  ['\0\x01\x02\x03', 'x.pdf', 'application/octet-stream'],
  ['\xff\xfe\xfd', 'x.txt', 'application/octet-stream'],
])('tells %j called %s', (head, name, type) => {
  expect(sniff(bytes(head), name)).toBe(type)
})

test.each([
  ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'a.png'],
  ['<?xml version="1.0"?>\n<!-- x --><svg>', 'a.txt'],
])('calls %j an SVG whatever its name', (head, name) => {
  expect(sniff(bytes(head), name)).toBe('image/svg+xml')
})

test.each(['<!DOCTYPE html><p>', 'hello <script>alert(1)</script>', '  <HTML>'])(
  'calls %j HTML whatever its name',
  (head) => {
    expect(sniff(bytes(head), 'photo.jpg')).toBe('text/html')
  },
)

test('defect 32: compares blocked types as whole words', () => {
  expect(isBlocked(['image/svg+xml', '.EXE'], 'exe')).toBe(true)
  expect(isBlocked(['application/pdf'], 'pdf', 'application')).toBe(false)
  expect(isBlocked(['exe'], '', 'executable')).toBe(false)
})
