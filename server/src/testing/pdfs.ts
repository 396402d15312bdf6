/** A PDF of these objects; the first is the catalog. */
export function pdf(...objects: readonly string[]): string {
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const at = text.length
  const size = objects.length + 1
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`
}

const content = '1 0 0 rg 0 0 300 400 re f'
/** Objects 3 and 4: a page, and its content. */
export const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R >>'
export const pageContent = `<< /Length ${content.length} >>\nstream\n${content}\nendstream`

/** A form that draws the next one ten times, and so on: `levels` of them. */
export function nestedForms(levels: number): string {
  const ofLevel = (level: number) => {
    const drawn = level === levels ? content : '/F Do '.repeat(10)
    const resources = level === levels ? '' : `/Resources << /XObject << /F ${String(5 + level)} 0 R >> >>`
    return `<< /Type /XObject /Subtype /Form /BBox [0 0 300 400] ${resources} /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`
  }
  return pdf(
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    page.replace('/Contents', '/Resources << /XObject << /F 5 0 R >> >> /Contents'),
    '<< /Length 5 >>\nstream\n/F Do\nendstream',
    ...Array.from({ length: levels }, (_, index) => ofLevel(index + 1)),
  )
}
