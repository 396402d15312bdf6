import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { runBuild, sectionConfig } from '@holdall/build'
import type { SectionManifest } from '@holdall/api'
import { readManifest, remake, writeManifest } from './change-built-section.ts'

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
  remake(built, folder, (text) =>
    text
      .replaceAll('fault:none', `fault:${fault}`)
      .replaceAll(container(UNSET), container(version))
      .replaceAll(UNSET, version),
  )
  return folder
}
