import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SectionManifest } from '@holdall/api'

/**
 * Copies a built section from the folder `from` to `to` with changed texts, and computes all integrity hashes again.
 * `fill` is called with the text of each text file and of section.json. The folder `to` can be installed.
 */
export function remake(from: string, to: string, fill: (text: string) => string): SectionManifest {
  const before = readManifest(from)
  mkdirSync(to, { recursive: true })
  const integrity: Record<string, string> = {}
  // The entry contains the hashes of the chunks, so it comes last.
  const last = (file: string) => (file === before.entry ? 1 : 0)
  for (const file of Object.keys(before.integrity).toSorted((a, b) => last(a) - last(b))) {
    if (!/\.(js|json|css|svg|txt)$/.test(file)) {
      cpSync(join(from, file), join(to, file))
      integrity[file] = before.integrity[file] ?? ''
      continue
    }
    let text = fill(readFileSync(join(from, file), 'utf8'))
    for (const [chunk, sum] of Object.entries(before.integrity)) text = text.replaceAll(sum, integrity[chunk] ?? sum)
    integrity[file] = `sha384-${createHash('sha384').update(text).digest('base64')}`
    writeFileSync(join(to, file), text)
  }
  const manifest = SectionManifest.parse({ ...(JSON.parse(fill(JSON.stringify(before))) as object), integrity })
  writeManifest(to, manifest)
  return manifest
}

export const readManifest = (folder: string): SectionManifest =>
  SectionManifest.parse(JSON.parse(readFileSync(join(folder, 'section.json'), 'utf8')))

export function writeManifest(folder: string, manifest: SectionManifest): void {
  writeFileSync(join(folder, 'section.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
