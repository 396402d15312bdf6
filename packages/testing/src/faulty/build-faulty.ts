import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runBuild, sectionConfig } from '@holdall/build'
import { SectionManifest } from '@holdall/api'

/** Faults that are in the code: each is a build of its own. */
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

/** Faults of what was delivered, made of the sound build. */
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
    for (const end of ['', '.br', '.gz']) rmSync(join(folder, manifest.entry + end))
    return manifest
  },
} as const

export type Variant = (typeof inCode)[number] | keyof typeof inDelivery

const source = join(import.meta.dirname, 'source')
const SOUND = '1.0.0'
/** Later than the sound one, so that it is what a fallback falls back from. */
const FAULTY = '2.0.0'

/** Builds every variant of the section `faulty` into `<out>/<variant>`, each a folder that can be installed. */
export async function buildFaulty(out: string): Promise<Record<Variant, string>> {
  const spare = join(out, '.spare')
  await Promise.all([
    ...inCode.map((variant) => buildVariant(join(out, variant), variant, variant === 'ok' ? SOUND : FAULTY)),
    buildVariant(spare, 'ok', FAULTY),
  ])
  for (const [variant, spoil] of Object.entries(inDelivery)) {
    const folder = join(out, variant)
    cpSync(spare, folder, { recursive: true })
    rewrite(folder, (manifest) => spoil(manifest, folder))
  }
  rmSync(spare, { recursive: true })
  const all = [...inCode, ...Object.keys(inDelivery)] as Variant[]
  return Object.fromEntries(all.map((variant) => [variant, join(out, variant)])) as Record<Variant, string>
}

async function buildVariant(folder: string, variant: (typeof inCode)[number], version: string): Promise<void> {
  const define = {
    'process.env.HOLDALL_FAULT': JSON.stringify(variant),
    'process.env.HOLDALL_FAULT_VERSION': JSON.stringify(version),
  }
  await runBuild(sectionConfig({ dir: source, id: 'faulty', version, out: folder, define })({ mode: 'production' }))
  // The build describes the source as it stands: sound, and in its first version.
  rewrite(folder, (manifest) => ({ ...manifest, version }))
}

function rewrite(folder: string, change: (manifest: SectionManifest) => SectionManifest): void {
  const file = join(folder, 'section.json')
  const manifest = SectionManifest.parse(JSON.parse(readFileSync(file, 'utf8')))
  writeFileSync(file, `${JSON.stringify(change(manifest), null, 2)}\n`)
}
