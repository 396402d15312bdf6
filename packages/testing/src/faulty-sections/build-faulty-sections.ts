import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runBuild, sectionConfig } from '@holdall/build'
import { SectionManifest } from '@holdall/api'

/** Variants that differ in their code; `ok` has no fault. */
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

/** Variants with valid code whose files or section.json are changed. */
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
/** `ok` is 1.0.0; every other variant is a later version of the same section, so that all can be installed together. */
export const versionOf = (variant: Variant): string =>
  variant === 'ok' ? '1.0.0' : `2.0.${String([...inCode, ...Object.keys(inDelivery)].indexOf(variant))}`

/**
 * Builds the section `faulty` and writes every variant of it to `<out>/<variant>`, a folder that can be installed.
 * Resolves to the folder of each variant. There is one build: in its files the fault, the version and the name of the
 * container are replaced, and the integrity hashes computed again.
 */
export async function buildFaulty(out: string): Promise<Record<Variant, string>> {
  const built = join(out, '.built')
  await runBuild(sectionConfig({ dir: source, id: 'faulty', version: UNSET, out: built })({ mode: 'production' }))
  const folders = new Map<Variant, string>()
  for (const variant of inCode) folders.set(variant, makeVariant(built, join(out, variant), variant, variant))
  for (const [variant, damage] of Object.entries(inDelivery)) {
    const folder = makeVariant(built, join(out, variant), variant as Variant, 'none')
    writeManifest(folder, damage(readManifest(folder), folder))
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
  // The entry contains the hashes of the chunks, so it comes last.
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
