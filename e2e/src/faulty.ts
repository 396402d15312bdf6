import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
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

/** Builds all faulty sections, once for each worker. */
export async function faultySections(folder: string): Promise<Faulty> {
  const out = path.join(folder, 'built')
  const { code, text } = await onNode(['e2e/src/build-faulty.ts', out])
  expect(code, text).toBe(0)
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
