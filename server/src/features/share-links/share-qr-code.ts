/** In modules, as the standard requires. */
const MARGIN = 4

/** A QR code of this text as an SVG document: dark on white, one path. */
export async function qrCodeSvg(text: string): Promise<string> {
  const { default: encodeQR } = await import('qr')
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: MARGIN })
  const size = rows.length
  let path = ''
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < size; x++) {
      const from = x
      while (row[x]) x++
      if (x > from) path += `M${from} ${y}h${x - from}v1H${from}z`
    }
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 8}" height="${size * 8}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
  )
}
