/** Files for tests of the preview. */

/** A picture of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A second of silence: 8,000 samples of 8 bits. */
export function makeWav(): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + 8000, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(8000, 40)
  return Buffer.concat([head, Buffer.alloc(8000, 128)])
}

/** Two pages with a line of text and two links each; opening it, and the second link, would run a script. */
export function makePdf(): Buffer {
  const stream = (text: string) => {
    const content = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`
    return `<< /Length ${String(content.length)} >>\nstream\n${content}\nendstream`
  }
  const link = (bottom: number, address: string) =>
    `<< /Type /Annot /Subtype /Link /Rect [72 ${String(bottom)} 300 ${String(bottom + 30)}] /A << /S /URI /URI (${address}) >> >>`
  const links = `[ ${link(690, 'https://site.example/a')} ${link(600, 'javascript:hacked=5')} ]`
  const page = (content: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${String(content)} 0 R /Annots ${links} /Resources << /Font << /F1 7 0 R >> >> >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\); hacked = 4) >> >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    page(5),
    page(6),
    stream('First page'),
    stream('Second page'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${String(at + 1)} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 8\n0000000000 65535 f \n${table}trailer\n<< /Size 8 /Root 1 0 R >>\nstartxref\n${String(start)}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
