import { remoteFileName } from './remote-file-name.ts'

const nameOf = (address: string, disposition?: string, encoding?: string) =>
  remoteFileName(new URL(address), {
    ...(disposition !== undefined && { 'content-disposition': disposition }),
    ...(encoding !== undefined && { 'content-encoding': encoding }),
  })

test.each([
  ['https://files.example/a/report.pdf?token=secret#page', 'report.pdf'],
  ['https://files.example/a/', 'a'],
  ['https://files.example/', 'files.example'],
  ['https://files.example/%D8%AA%D9%82%D8%B1%D9%8A%D8%B1.pdf', 'تقرير.pdf'],
  ['https://files.example/100%25.txt', '100%.txt'],
  ['https://files.example/broken%E0%A4%A.txt', 'broken%E0%A4%A.txt'],
  ['https://files.example/a%2F..%2F..%2Fetc%2Fpasswd', 'passwd'],
  ['https://files.example/a%5Cb.txt', 'b.txt'],
  ['https://files.example/%2e%2e', 'files.example'],
  ['https://files.example/name%00%0d%0a.txt', 'name.txt'],
  ['https://files.example/gpj%E2%80%AEexe.jpg', 'gpjexe.jpg'],
  ['https://files.example/dots...', 'dots'],
  ['https://files.example/%20%20', 'files.example'],
])('the name of a file at %s is "%s"', (address, name) => {
  expect(nameOf(address)).toBe(name)
})

test.each([
  ['attachment; filename="plan.txt"', 'plan.txt'],
  [`attachment; filename="plan.txt"; filename*=UTF-8''Pl%C3%A4ne.txt`, 'Pläne.txt'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\\\temp\\\\plan.txt"', 'plan.txt'],
  [Buffer.from('attachment; filename="Pläne.txt"').toString('latin1'), 'Pläne.txt'],
  ['attachment; filename="Pl\u00e4ne.txt"', 'Pläne.txt'],
  ['attachment; filename=""', 'address.bin'],
  ['attachment; filename=".."', 'address.bin'],
  ['inline', 'address.bin'],
  ['@@@', 'address.bin'],
])('a server that sends "%s" names the file "%s"', (header, name) => {
  expect(nameOf('https://files.example/address.bin', header)).toBe(name)
})

test('a name that is too long keeps its extension', () => {
  const name = nameOf(`https://files.example/${'ä'.repeat(300)}.tar.gz`)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
  expect(name).toMatch(/^ä+\.tar\.gz$/)
  expect(nameOf('https://files.example/a', `attachment; filename="${'x'.repeat(100_000)}.pdf"`)).toMatch(/^x{200,255}$/)
})

test('a file that was sent compressed is named as such', () => {
  expect(nameOf('https://files.example/data.json', undefined, 'gzip')).toBe('data.json.gz')
  expect(nameOf('https://files.example/data.tar.gz', undefined, 'gzip')).toBe('data.tar.gz')
  for (const unknown of ['identity', 'gzip, br', 'constructor', '__proto__', 'toString']) {
    expect(nameOf('https://files.example/data.json', undefined, unknown)).toBe('data.json')
  }
})
