import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runBuild, sectionConfig } from '@holdall/build'
import { SectionManifest } from '@holdall/api'

/** Faults that are in the code. */
const inCode = [
  'ok',
  'hangs',
  'throws-on-import',
  'throws-in-start',
  'start-hangs',
  'throws-on-render',
  'wrong-kind',
  'wrong-id',
  'wrong-version',
] as const

/** Faults of what was delivered, made of the sound code. */
const inDelivery = {
  'requires-newer-shell': (manifest: SectionManifest) => ({
    ...manifest,
    requires: { ...manifest.requires, shellApi: '^99.0.0' },
  }),
  'bad-integrity': (manifest: SectionManifest) => ({
    ...manifest,
    integrity: { ...manifest.integrity, [manifest.entry]: `sha384-${'A'.repeat(64)}` },
  }),
  'no-integrity': (manifest: SectionManifest) => ({ ...manifest, integrity: {} }),
  'missing-entry-file': (manifest: SectionManifest, folder: string) => {
    rmSync(join(folder, manifest.entry))
    return manifest
  },
} as const

export type Variant = (typeof inCode)[number] | keyof typeof inDelivery

const source = join(import.meta.dirname, 'source')
const UNSET = '0.0.0-fault'
/** `ok` is 1.0.0; every fault is a later version of the same section, so that all can be installed side by side. */
export const versionOf = (variant: Variant): string =>
  variant === 'ok' ? '1.0.0' : `2.0.${String([...inCode, ...Object.keys(inDelivery)].indexOf(variant))}`

/**
 * Builds the section `faulty` and puts every variant of it into `<out>/<variant>`, each a folder that can be installed.
 * One build serves them all: a variant differs in its fault, its version and its container, and in what follows from
 * them.
 */
export async function buildFaulty(out: string): Promise<Record<Variant, string>> {
  const built = join(out, '.built')
  await runBuild(sectionConfig({ dir: source, id: 'faulty', version: UNSET, out: built })({ mode: 'production' }))
  const folders = new Map<Variant, string>()
  for (const variant of inCode) folders.set(variant, makeVariant(built, join(out, variant), variant, variant))
  for (const [variant, spoil] of Object.entries(inDelivery)) {
    const folder = makeVariant(built, join(out, variant), variant as Variant, 'none')
    writeManifest(folder, spoil(readManifest(folder), folder))
    folders.set(variant as Variant, folder)
  }
  rmSync(built, { recursive: true })
  return Object.fromEntries(folders) as Record<Variant, string>
}

const container = (version: string) => `mf_faulty_${version}`.replaceAll(/\W/g, '_')

function makeVariant(built: string, folder: string, variant: Variant, fault: string): string {
  const version = versionOf(variant)
  const own = container(version)
  const manifest = readManifest(built)
  const fill = (text: string) =>
    text.replaceAll('fault:none', `fault:${fault}`).replaceAll(container(UNSET), own).replaceAll(UNSET, version)
  mkdirSync(folder, { recursive: true })
  // The entry holds the integrity of the chunks: it comes last.
  const integrity: Record<string, string> = {}
  for (const file of Object.keys(manifest.integrity).toSorted((a, b) => rank(a) - rank(b))) {
    let text = fill(readFileSync(join(built, file), 'utf8'))
    for (const [chunk, before] of Object.entries(manifest.integrity))
      text = text.replaceAll(before, integrity[chunk] ?? before)
    integrity[file] = `sha384-${createHash('sha384').update(text).digest('base64')}`
    writeFileSync(join(folder, file), text)
  }
  writeManifest(folder, { ...manifest, version, container: own, integrity })
  return folder

  function rank(file: string): number {
    return file === manifest.entry ? 1 : 0
  }
}

const readManifest = (folder: string) =>
  SectionManifest.parse(JSON.parse(readFileSync(join(folder, 'section.json'), 'utf8')))

function writeManifest(folder: string, manifest: SectionManifest): void {
  writeFileSync(join(folder, 'section.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
