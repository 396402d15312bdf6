import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { type Built, onNode, redescribed, remade } from './sections.ts'

/** The path of the section with the faults: with the navigation rail, as every section of third parties. */
export const PLACE = '/platform/faulty'

export type Faulty = (variant: string) => Built

const texts = [
  ['"/faulty', `"${PLACE}`],
  ['access:"anyone"', 'access:"user"'],
  ['"access":"anyone"', '"access":"user"'],
] as const

/** Faults of the files themselves: only their section.json is rewritten; their code is never run. */
const FILE_FAULTS = ['missing-entry-file', 'bad-integrity', 'no-integrity', 'requires-newer-shell']

function place(from: string, to: string): Built {
  return FILE_FAULTS.includes(path.basename(from)) ? redescribed(from, to, texts) : remade(from, to, texts)
}

/** Builds all faulty sections; the first worker that needs them does it for all. Resolves to their folder. */
async function builtOnce(): Promise<string> {
  // Playwright empties this folder at the start of a run.
  const { outputDir } = test.info().project
  const out = path.join(outputDir, 'faulty-sections')
  const lock = `${out}.building`
  await mkdir(outputDir, { recursive: true })
  try {
    await mkdir(lock)
  } catch {
    await expect.poll(() => existsSync(out), { timeout: 110_000 }).toBe(true)
    return out
  }
  try {
    const draft = path.join(lock, 'draft')
    const { code, text } = await onNode(['e2e/src/build-faulty.ts', draft])
    expect(code, text).toBe(0)
    await rename(draft, out)
  } catch (error) {
    await rm(lock, { recursive: true })
    throw error
  }
  return out
}

/** All faulty sections, with copies in `folder` that a test may install. */
export async function faultySections(folder: string): Promise<Faulty> {
  const out = await builtOnce()
  const placed = new Map(
    (await readdir(out)).map((variant) => [
      variant,
      place(path.join(out, variant), path.join(folder, 'placed', variant)),
    ]),
  )
  return (variant) => {
    const built = placed.get(variant)
    if (!built) throw new Error(`There is no variant ${variant}.`)
    return built
  }
}
