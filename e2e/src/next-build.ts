import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { copyWorkspace } from '../../scripts/lib/workspace-copy.mjs'
import { remade, root } from './sections.ts'

type Texts = readonly (readonly [string, string])[]

/** Creates a checkout of the same version whose builds differ in these texts of the shell and the named sections. */
export function nextCheckout(
  to: string,
  { shell, sections }: { readonly shell: Texts; readonly sections: Readonly<Record<string, Texts>> },
): void {
  mkdirSync(to, { recursive: true })
  copyWorkspace(to)
  nextShell(path.join(root, 'shell/dist'), path.join(to, 'shell/dist'), shell)
  for (const app of readdirSync(root).filter((name) => name.startsWith('mf-')))
    remade(path.join(root, app, 'dist'), path.join(to, app, 'dist'), sections[app.slice('mf-'.length)] ?? [])
}

/** Copies the shell's build with changed scripts under the same names and another build id. */
function nextShell(from: string, to: string, texts: Texts): void {
  cpSync(from, to, { recursive: true })
  const described = readFileSync(path.join(to, 'shell.json'), 'utf8')
  const { build, integrity } = JSON.parse(described) as { build: string; integrity: Record<string, string> }
  const sums = new Map<string, string>()
  for (const [name, sum] of Object.entries(integrity)) {
    if (!name.endsWith('.js')) continue
    const file = path.join(to, name)
    const before = readFileSync(file, 'utf8')
    const text = texts.reduce((now, [old, fresh]) => now.replaceAll(old, fresh), before)
    if (text === before) continue
    writeFileSync(file, text)
    for (const packed of ['.br', '.gz']) rmSync(file + packed)
    sums.set(sum, `sha384-${createHash('sha384').update(text).digest('base64')}`)
  }
  const nextBuild = createHash('sha256')
    .update([...sums.values()].join())
    .digest('hex')
    .slice(0, build.length)
  const page = path.join(to, 'index.html')
  writeFileSync(page, readFileSync(page, 'utf8').replaceAll(build, nextBuild))
  const next = [...sums].reduce((text, [old, fresh]) => text.replaceAll(old, fresh), described)
  writeFileSync(path.join(to, 'shell.json'), next.replaceAll(build, nextBuild))
}
