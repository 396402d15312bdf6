import { createHash } from 'node:crypto'
import type { Asset } from 'webpack'

const unlisted = /\.(map|br|gz)$/

/** File name -> `sha384-…` of its content, sorted by name. Leaves out source maps and compressed copies. */
export function integrityOf(assets: readonly Readonly<Asset>[]): Record<string, string> {
  const listed = assets.filter(({ name }) => !unlisted.test(name))
  const entries = listed.map(({ name, source }) => [
    name,
    `sha384-${createHash('sha384').update(source.buffer()).digest('base64')}`,
  ])
  return Object.fromEntries(entries.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))) as Record<string, string>
}
