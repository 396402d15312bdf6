import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { type Built, onNode, remade } from './sections.ts'

/** Where the section with the faults is put: beside the rail, as every section of somebody's own. */
export const PLACE = '/platform/faulty'

export type Faulty = (variant: string) => Built

/** Builds the section of all faults, once for the tests of a file. */
export async function faultySections(folder: string): Promise<Faulty> {
  const out = path.join(folder, 'built')
  const script = `await (await import('@holdall/testing/faulty')).buildFaulty(${JSON.stringify(out)})`.replace(
    '@holdall/testing/faulty',
    './packages/testing/src/faulty/build-faulty.ts',
  )
  const { code, text } = await onNode(['--input-type=module', '--eval', script])
  expect(code, text).toBe(0)
  const texts = [
    ['"/faulty', `"${PLACE}`],
    ['access:"anyone"', 'access:"user"'],
    ['"access":"anyone"', '"access":"user"'],
  ] as const
  const placed = new Map(
    (await readdir(out)).map((variant) => [
      variant,
      remade(path.join(out, variant), path.join(folder, 'placed', variant), texts),
    ]),
  )
  return (variant) => {
    const built = placed.get(variant)
    if (!built) throw new Error(`There is no variant ${variant}.`)
    return built
  }
}
